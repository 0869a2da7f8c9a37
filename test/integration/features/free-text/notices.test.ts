import { expect, test } from 'vitest'
import { CHAT, useBot } from '../../bot/harness.ts'

const { chats, talk } = await useBot()

test('the list of notices has alerts, follows and the digest', async () => {
  await talk(
    [
      'avísame si el oficial pasa de 900',
      /^🔔 Listo\. Te aviso si el dólar oficial supera los Bs\.\s900,00\./,
    ],
    ['avísame cuando cambie el oficial', 'Listo: te aviso cuando cambie el dólar oficial.'],
    ['mándame la tasa todos los días a las 7 de la mañana', 'Te mando el resumen cada día a las 7:00'],
    [
      'qué avisos tengo',
      /^Alertas · 1 de 50\n1\. .*900,00\n\n?Sigues: Dólar oficial\nResumen: cada día a las 7:00\sa\.\sm\.$/,
    ],
  )
})

test('hours are added to the digest and taken out of it, as on a clock face, and days too', async () => {
  const scheduled = async () => (await chats.read(CHAT)).digest?.schedule
  await talk(
    ['no me mandes nada los domingos', /resumen/],
    ['mándame la tasa todos los días a las 7 de la mañana', ''],
    ['y también a las 5 de la tarde', /7:00\sa\.\sm\. y a las 5:00\sp\.\sm\.\n/],
    ['no me mandes nada los domingos', /^🔔 Listo\. Te mando el resumen de lunes a sábado /],
    ['quita el de las 6', /^(?!🔔 Listo)/],
  )
  expect(await scheduled()).toEqual({ times: ['07:00', '17:00'], weekdays: [1, 2, 3, 4, 5, 6] })
  await talk(['quita el de las 5', /^🔔 Listo\. .* a las 7:00\sa\.\sm\.\n/])
  expect(await scheduled()).toEqual({ times: ['07:00'], weekdays: [1, 2, 3, 4, 5, 6] })
  await talk(['quita el de las 7', 'Listo: ya no te mando el resumen.'])
  expect(await scheduled()).toBeUndefined()
})

test('days that are left out of the digest add no others, and leave its hours', async () => {
  const weekdays = async () => (await chats.read(CHAT)).digest?.schedule.weekdays
  await talk(['mándame la tasa de lunes a viernes a las 7 de la mañana', /lunes a viernes/])
  await talk(['quita el resumen los domingos', /lunes a viernes/])
  expect(await weekdays()).toEqual([1, 2, 3, 4, 5])
  await talk(['no me mandes nada los viernes', /lunes a jueves/])
  expect(await weekdays()).toEqual([1, 2, 3, 4])
})

test('an alert is deleted by its value, or as the one that was made just now; all else stays', async () => {
  const values = async () => (await chats.alerts.list(CHAT)).map(({ value }) => value)
  await talk(
    ['avísame si el paralelo pasa de 900', ''],
    ['avísame si el paralelo pasa de mil', ''],
    ['ya no me mande más ese aviso', 'Alerta borrada.'],
  )
  expect(await values()).toEqual(['900'])
  await talk(['avísame si el paralelo baja de 700', ''], ['quita la de 900', 'Alerta borrada.'])
  expect(await values()).toEqual(['700'])
})

test('what is deleted by its rate or as "it" is the alert, where the chat does not follow that rate', async () => {
  const values = async () => (await chats.alerts.list(CHAT)).map(({ value }) => value)
  await talk(
    ['avísame si el paralelo pasa de 900', ''],
    ['avísame si el oficial pasa de 950', ''],
    ['borra la del paralelo', 'Alerta borrada.'],
  )
  expect(await values()).toEqual(['950'])
  await talk(['seguir oficial', ''], ['borra la del oficial', /^Listo: ya no te aviso/])
  expect(await values()).toEqual(['950'])
  await talk(['qué alertas tengo', ''], ['quítala por favor', 'Alerta borrada.'])
  expect(await values()).toEqual([])
})
