import type { Language } from '../language.ts'

/** The phrases that only operators read. */
export interface OperatorWords {
  readonly stats: string
  readonly health: string
  readonly chats: string
  readonly groups: string
  readonly follows: string
  readonly alerts: string
  readonly waiting: string
  readonly parked: string
  readonly toldToday: string
  readonly oldest: (seconds: number) => string
  /** What can be reached or not, by the name of its check. */
  readonly part: Readonly<Record<string, string>>
  readonly fine: (ms: number) => string
  readonly unreachable: (reason: string) => string
  readonly stale: (count: number) => string
  readonly replaced: (address: string, hours: number) => string
  readonly noneStale: string
  readonly running: (hours: number) => string
  readonly wentStale: string
  readonly isBack: string
  readonly broadcastWhat: string
  readonly broadcastTooLong: (max: number) => string
  readonly broadcastQuestion: (count: string) => string
  readonly broadcastBusy: string
  readonly broadcastGone: string
  readonly broadcastGoing: (sent: string, found: string, failed: string) => string
  readonly broadcastFinding: string
  readonly broadcastDone: (sent: string, failed: string) => string
  readonly broadcastCancelled: (sent: string) => string
  readonly broadcastDropped: string
  readonly send: string
  readonly cancel: string
}

const chats = (count: string): string => (count === '1' ? '1 chat' : `${count} chats`)

export const operatorWords: Readonly<Record<Language, OperatorWords>> = {
  es: {
    stats: 'Cifras',
    health: 'Estado',
    chats: 'Chats privados',
    groups: 'Grupos y canales',
    follows: 'Seguimientos',
    alerts: 'Alertas',
    waiting: 'En espera',
    parked: 'Apartados',
    toldToday: 'Avisos de hoy',
    oldest: (seconds) => `El primero espera desde hace ${seconds} s.`,
    part: { redis: 'Base de datos', telegram: 'Telegram', rates: 'Servicio de precios' },
    fine: (ms) => `bien, ${ms} ms`,
    unreachable: (reason) => `no responde. ${reason}`,
    stale: (count) => (count === 1 ? '1 tasa sin actualizar:' : `${count} tasas sin actualizar:`),
    replaced: (address, hours) =>
      `⚠ Los avisos de precios iban a <code>${address}</code> y desde hace ${hours < 1 ? 'menos de 1' : hours} h llegan aquí: el servicio admite un solo destino.`,
    noneStale: 'Todas las tasas están al día.',
    running: (hours) => (hours < 1 ? 'En marcha desde hace menos de 1 h' : `En marcha desde hace ${hours} h`),
    wentStale: '⚠ Sin actualizar:',
    isBack: '✓ Otra vez al día:',
    broadcastWhat: '¿Qué les digo a todos? Escribe el mensaje, o /cancelar.',
    broadcastTooLong: (max) =>
      `El mensaje es muy largo: caben ${max} caracteres. Escríbelo más corto, o /cancelar.`,
    broadcastQuestion: (count) => `Así lo verán. ¿Enviarlo a ${chats(count)}?`,
    broadcastBusy: 'Ya hay un envío en marcha. Espera a que termine, o cancélalo.',
    broadcastGone: 'Este borrador ya no está. Escríbelo otra vez.',
    broadcastGoing: (sent, found, failed) => `Enviado a ${sent} de ${chats(found)} · sin recibir: ${failed}`,
    broadcastFinding: 'Todavía busco chats.',
    broadcastDone: (sent, failed) => `Terminado: enviado a ${chats(sent)} · sin recibir: ${failed}`,
    broadcastCancelled: (sent) => `Cancelado: enviado a ${chats(sent)}.`,
    broadcastDropped: 'No se envió.',
    send: 'Enviar',
    cancel: 'Cancelar',
  },
  en: {
    stats: 'Figures',
    health: 'Health',
    chats: 'Private chats',
    groups: 'Groups and channels',
    follows: 'Follows',
    alerts: 'Alerts',
    waiting: 'Waiting',
    parked: 'Parked',
    toldToday: 'Told today',
    oldest: (seconds) => `The first has been waiting for ${seconds} s.`,
    part: { redis: 'Database', telegram: 'Telegram', rates: 'Rate service' },
    fine: (ms) => `fine, ${ms} ms`,
    unreachable: (reason) => `does not answer. ${reason}`,
    stale: (count) => (count === 1 ? '1 rate not updated:' : `${count} rates not updated:`),
    replaced: (address, hours) =>
      `⚠ Price notices went to <code>${address}</code> until ${hours < 1 ? 'less than 1' : hours} h ago and now come here: the service has room for one address.`,
    noneStale: 'All rates are up to date.',
    running: (hours) => (hours < 1 ? 'Running for less than 1 h' : `Running for ${hours} h`),
    wentStale: '⚠ Not updated:',
    isBack: '✓ Up to date again:',
    broadcastWhat: 'What shall I tell everybody? Write the message, or /cancel.',
    broadcastTooLong: (max) =>
      `The message is too long: there is room for ${max} characters. Write a shorter one, or /cancel.`,
    broadcastQuestion: (count) => `This is what they will see. Send it to ${chats(count)}?`,
    broadcastBusy: 'Another one is being sent. Wait for its end, or cancel it.',
    broadcastGone: 'This draft is gone. Write it again.',
    broadcastGoing: (sent, found, failed) => `Sent to ${sent} of ${chats(found)} · not received: ${failed}`,
    broadcastFinding: 'Still looking for chats.',
    broadcastDone: (sent, failed) => `Done: sent to ${chats(sent)} · not received: ${failed}`,
    broadcastCancelled: (sent) => `Cancelled: sent to ${chats(sent)}.`,
    broadcastDropped: 'Not sent.',
    send: 'Send',
    cancel: 'Cancel',
  },
}
