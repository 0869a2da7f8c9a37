import { test } from 'vitest'
import { emma, useBot } from '../../bot/harness.ts'
import { monitor } from '../../bot/memory.ts'

const { client, talk, talkAs } = await useBot()

test('what people ask about the rates and the bot is answered in a sentence or two', async () => {
  await talk(
    ['esa tasa está actualizada?', /^Dólar oficial: hace 2\smin · Page alpha\nEuro oficial: /],
    ['qué es el paralelo', /^BCV: la oficial.*\nParalelo: la de la calle/],
    ['es legal cobrar al paralelo?', /En bolívares, los comercios deben cobrar a la tasa del BCV/],
    ['qué tasa vale el sábado', /^Sábados, domingos y feriados bancarios el BCV no publica/],
    ['eres un bot', /^Soy un bot: ni una persona, ni del BCV/],
  )
  await talkAs(emma, [
    'which rate should shops use when i pay in bs',
    /In bolivares, shops must charge at the BCV rate/,
  ])
})

test('a price that was charged is compared with every rate, and the nearest is named', async () => {
  await talk([
    'me cobraron 9000 bs por 20$, está bien?',
    /^\$1 = Bs\.\s450,00\n\$20 son Bs\.\s9\.000,00\n[\s\S]*Lo más cercano: la tasa oficial \(\+28,60\s%\)\.$/,
  ])
})

test('each amount of a list has a line, with the name of what it is the price of', async () => {
  await talk(
    [
      'lista de precios: lápiz 0,50 borrador 0,35',
      /\nlápiz \$0,50 +Bs\.\s174,96\nborrador \$0,35 +Bs\.\s122,47\n/,
    ],
    [
      'pásame a bs: 5, 10 y 20 dólares',
      /\n\$5 +Bs\.\s1\.749,64\n\$10 +Bs\.\s3\.499,27\n\$20 +Bs\.\s6\.998,54\n/,
    ],
    [
      'todas las tasas juntas: paralelo y euro',
      /^Tasas en Bs\.[\s\S]*Dólar oficial[\s\S]*Euro oficial[\s\S]*paralelo/,
    ],
  )
})

test('a follow-up keeps the payment, the day and what was added', async () => {
  client.set(monitor('page_alpha.usd'), { '2026-01-05': '338', '2026-01-19': '338', '2026-01-20': '340' })
  await talk(
    ['la cuenta es 13,40$ y me pagan con un billete de 20$, cuánto doy de vuelto', /−6\.998,54/],
    ['y al paralelo cuánto sería el vuelto?', /−16\.248,00[\s\S]*5\.361,84/],
    ['la cuenta es 13,40$ y me pagan con un billete de 20$, cuánto doy de vuelto', ''],
    ['y si le doy 5 dólares en efectivo cuánto le falta en bs', /−15,00 +−5\.248,91[\s\S]*559,89/],
    ['20 dólares en bs', ''],
    ['y si le sumo 5 dólares', /^\$25 en bolívares/],
    ['y con 10% de descuento', /^\$22,50 en bolívares/],
    ['y entre 3', /^\$7,50 en bolívares/],
    ['y entre 5', /^\$4,50 en bolívares/],
    ['/cobrar 45 al paralelo', ''],
    ['y con 10% de descuento', /^\$40,50 = Bs\.\s32\.902,20\nDólar paralelo/],
    ['oficial el 20 de enero', ''],
    ['cuánto eran 200 dólares ese día', /^\$200 = Bs\.\s68\.000,00/],
    ['cuánto es el 10 % de servicio de 48$', /^\$4,80 en bolívares/],
  )
})

test('a text that is not understood ends no question unless it goes on from it, and two in a row do', async () => {
  await talk(
    ['20 dólares en bs', ''],
    ['asdf qwer', /^No te entendí/],
    ['y al paralelo', /^\$20 = Bs\.\s/],
    ['asdf qwer', /^No te entendí/],
    ['zxcv asdf', /^Tampoco entendí/],
    ['y al paralelo', /^Dólar paralelo/],
    ['20 dólares en bs', ''],
    ['y si me meten zxcv asdf', /^No te entendí/],
    ['y al paralelo', /^Dólar paralelo/],
  )
})
