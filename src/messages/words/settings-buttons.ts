import type { Language } from '../language.ts'

/** The captions of the buttons of settings, plain text. */
export interface SettingsButtonWords {
  readonly language: string
  readonly numbers: string
  readonly zone: string
  readonly defaults: string
  readonly quiet: string
  readonly digest: string
  readonly export: string
  readonly delete: string
  readonly back: string
  readonly other: string
  readonly noQuiet: string
  readonly noDigest: string
  readonly usual: string
  readonly deleteAll: string
  readonly keep: string
  readonly resume: string
  readonly least: string
  readonly everyChange: string
}

export const settingsButtons: Readonly<Record<Language, SettingsButtonWords>> = {
  es: {
    language: 'Idioma',
    numbers: 'Números',
    zone: 'Zona horaria',
    defaults: 'Tasas preferidas',
    quiet: 'Silencio',
    digest: 'Resumen diario',
    export: 'Descargar mis datos',
    delete: 'Borrar mis datos',
    back: '‹ Volver',
    other: 'Otro',
    noQuiet: 'Sin silencio',
    noDigest: 'Sin resumen',
    usual: 'Las de siempre',
    deleteAll: 'Sí, borrar todo',
    keep: 'No, volver',
    resume: 'Volver a avisar',
    least: '⚙ Qué cambios',
    everyChange: 'Cada cambio',
  },
  en: {
    language: 'Language',
    numbers: 'Numbers',
    zone: 'Time zone',
    defaults: 'Preferred rates',
    quiet: 'Quiet hours',
    digest: 'Daily digest',
    export: 'Download my data',
    delete: 'Delete my data',
    back: '‹ Back',
    other: 'Other',
    noQuiet: 'No quiet hours',
    noDigest: 'No digest',
    usual: 'The usual ones',
    deleteAll: 'Yes, delete all',
    keep: 'No, go back',
    resume: 'Start again',
    least: '⚙ Which changes',
    everyChange: 'Every change',
  },
}
