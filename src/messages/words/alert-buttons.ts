import type { Language } from '../language.ts'

/** The captions of the buttons about alerts, plain text. */
export interface AlertButtonWords {
  readonly create: string
  readonly list: string
  readonly gap: string
  readonly above: string
  readonly below: string
  readonly percent: string
  readonly gapAbove: string
  readonly gapBelow: string
  readonly repeat: string
  readonly once: string
  readonly other: string
  readonly back: string
  readonly pause: (id: number) => string
  readonly resume: (id: number) => string
  readonly edit: (id: number) => string
  readonly remove: (id: number) => string
  readonly editThis: string
  readonly removeThis: string
}

export const alertButtons: Readonly<Record<Language, AlertButtonWords>> = {
  es: {
    create: '🔔 Nueva alerta',
    list: 'Ver las alertas',
    gap: 'La brecha',
    above: '▲ Si pasa de un precio',
    below: '▼ Si baja de un precio',
    percent: '± Si se mueve un porcentaje',
    gapAbove: '▲ Si pasa de un valor',
    gapBelow: '▼ Si baja de un valor',
    repeat: 'Cada vez que cruce',
    once: 'Una sola vez',
    other: 'Otro valor',
    back: '‹ Volver',
    pause: (id) => `⏸ Pausar ${id}`,
    resume: (id) => `▶ Activar ${id}`,
    edit: (id) => `Cambiar ${id}`,
    remove: (id) => `Borrar ${id}`,
    editThis: 'Cambiar el valor',
    removeThis: 'Borrar',
  },
  en: {
    create: '🔔 New alert',
    list: 'See the alerts',
    gap: 'The gap',
    above: '▲ If it rises above a price',
    below: '▼ If it falls below a price',
    percent: '± If it moves by a percentage',
    gapAbove: '▲ If it rises above a value',
    gapBelow: '▼ If it falls below a value',
    repeat: 'Every time it crosses',
    once: 'Once only',
    other: 'Another value',
    back: '‹ Back',
    pause: (id) => `⏸ Pause ${id}`,
    resume: (id) => `▶ Resume ${id}`,
    edit: (id) => `Change ${id}`,
    remove: (id) => `Delete ${id}`,
    editThis: 'Change the value',
    removeThis: 'Delete',
  },
}
