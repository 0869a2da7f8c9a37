import type { Language } from '../language.ts'

/** The phrases of settings, of leaving, and of how much a followed rate must change. Values come as HTML. */
export interface SettingsWords {
  readonly title: string
  readonly language: string
  readonly languageName: string
  readonly numbers: string
  readonly zone: string
  readonly defaults: string
  readonly usual: string
  readonly quiet: string
  readonly digest: string
  readonly none: string
  readonly hours: (from: string, to: string) => string
  readonly noQuiet: string
  readonly askLanguage: string
  readonly askNumbers: string
  readonly askZone: (now: string) => string
  readonly typeZone: string
  readonly badZone: (text: string) => string
  readonly askQuiet: string
  readonly typeQuiet: string
  readonly badQuiet: (text: string) => string
  readonly askDigest: string
  readonly digestNeedsFollows: string
  readonly typeDigest: string
  readonly badDigest: (text: string) => string
  readonly askDefaults: string
  readonly exported: string
  readonly askDelete: string
  readonly deleted: string
  readonly stopped: (isPrivate: boolean) => string
  readonly resumed: string
  /** Added to what is said of something new in a chat that had been stopped. */
  readonly restIsBack: string
  /** Added where something is followed in another topic than before. */
  readonly topicMoved: string
  readonly nothingAsked: string
  readonly cancelled: string
  /** Said to an answer to a question of an older program. */
  readonly outdated: string

  readonly least: (title: string) => string
  readonly everyChange: string
  readonly fromPercent: (percent: string) => string
  readonly leastSet: (title: string, least: string) => string
  readonly typeLeast: (example: string) => string
  readonly badLeast: (text: string, example: string) => string
  readonly followed: string
  readonly chooseFollow: string

  readonly button: SettingsButtonWords
}

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

const settingsButtons: Readonly<Record<Language, SettingsButtonWords>> = {
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

export const settingsWords: Readonly<Record<Language, SettingsWords>> = {
  es: {
    title: 'Ajustes',
    language: 'Idioma',
    languageName: 'Español',
    numbers: 'Números',
    zone: 'Zona horaria',
    defaults: 'Tasas preferidas',
    usual: 'las de siempre',
    quiet: 'Horas de silencio',
    digest: 'Resumen diario',
    none: 'no',
    hours: (from, to) => `de ${from} a ${to}`,
    noQuiet: 'ninguna',
    askLanguage: '¿En qué idioma hablo aquí?',
    askNumbers: '¿Cómo escribo los números aquí? Así leo también los que escribas.',
    askZone: (now) => `¿Qué hora uso para el silencio y el resumen? Ahora: ${now}`,
    typeZone: 'Escribe tu ciudad, por ejemplo: Barcelona, Panamá o Nueva York.',
    badZone: (text) =>
      `No encuentro la hora de «${text}». Prueba con una ciudad grande cercana, por ejemplo: Madrid. Para dejarlo así: /cancelar`,
    askQuiet: '¿A qué horas no escribo? Lo que pase mientras tanto lo digo al terminar, en un solo mensaje.',
    typeQuiet: 'Escribe desde qué hora hasta qué hora, por ejemplo: 22:30 a 6:30.',
    badQuiet: (text) =>
      `No entiendo «${text}». Escribe dos horas, por ejemplo: 22:30 a 6:30. Para dejarlo así: /cancelar`,
    askDigest: '¿A qué hora mando cada día el resumen de las tasas que se siguen aquí?',
    digestNeedsFollows: 'Todavía no se sigue ninguna: empieza con /seguir.',
    typeDigest: 'Escribe la hora, por ejemplo: 7:30.',
    badDigest: (text) =>
      `No entiendo «${text}». Escribe una hora, por ejemplo: 7:30. Para dejarlo así: /cancelar`,
    askDefaults: 'Toca las tasas que prefieres, en orden: con ellas empiezo cuando no nombras ninguna.',
    exported: 'Esto es todo lo que guardo de este chat.',
    askDelete:
      '¿Borro todo lo que guardo de este chat? Se van las tasas que se siguen, las alertas y los ajustes, y no se puede deshacer.',
    deleted: 'Listo: borré todo lo que guardaba de este chat. Para empezar de nuevo: /start',
    stopped: (isPrivate) =>
      `Listo: no avisaré más aquí. Guardo lo que tenías durante 90 días; ${isPrivate ? 'con /start' : 'con este botón'} vuelve todo como estaba.`,
    resumed: 'Listo: todo vuelve a estar como antes.',
    restIsBack: 'Vuelve también lo demás que tenías aquí.',
    topicMoved: 'Todo lo que sigue este grupo se avisa desde ahora en este tema.',
    nothingAsked: 'No hay nada que cancelar.',
    cancelled: 'Listo, lo dejamos así.',
    outdated: 'Me actualicé y olvidé esa pregunta. Empieza otra vez, por favor.',

    least: (title) => `¿Cuándo aviso de ${title}?`,
    everyChange: 'cada cambio',
    fromPercent: (percent) => `cambios de ${percent} o más`,
    leastSet: (title, least) => `Listo: de ${title} avisaré ${least}.`,
    typeLeast: (example) => `Escribe desde qué porcentaje, por ejemplo: ${example}.`,
    badLeast: (text, example) =>
      `No puedo usar «${text}». Escribe un porcentaje entre 0 y 100, por ejemplo: ${example}. Para dejarlo así: /cancelar`,
    followed: 'Se siguen aquí:',
    chooseFollow: 'Toca ⚙ para elegir qué cambios avisar, o + para seguir otra.',

    button: settingsButtons.es,
  },
  en: {
    title: 'Settings',
    language: 'Language',
    languageName: 'English',
    numbers: 'Numbers',
    zone: 'Time zone',
    defaults: 'Preferred rates',
    usual: 'the usual ones',
    quiet: 'Quiet hours',
    digest: 'Daily digest',
    none: 'no',
    hours: (from, to) => `${from} to ${to}`,
    noQuiet: 'none',
    askLanguage: 'Which language do I speak here?',
    askNumbers: 'How do I write numbers here? I read yours the same way.',
    askZone: (now) => `Which time do I use for quiet hours and the digest? Now: ${now}`,
    typeZone: 'Type your city, for example: Barcelona, Panama or New York.',
    badZone: (text) =>
      `I cannot find the time of “${text}”. Try a large city nearby, for example: Madrid. To leave it: /cancel`,
    askQuiet: 'At which hours do I not write? What happens meanwhile comes when they end, in one message.',
    typeQuiet: 'Type from when to when, for example: 22:30 to 6:30.',
    badQuiet: (text) =>
      `I do not understand “${text}”. Type two times, for example: 22:30 to 6:30. To leave it: /cancel`,
    askDigest: 'At what time do I send the daily digest of the rates that this chat follows?',
    digestNeedsFollows: 'It follows none yet: start with /follow.',
    typeDigest: 'Type the time, for example: 7:30.',
    badDigest: (text) =>
      `I do not understand “${text}”. Type a time, for example: 7:30. To leave it: /cancel`,
    askDefaults: 'Tap the rates you prefer, in order: I start with them when you name none.',
    exported: 'This is all that I keep about this chat.',
    askDelete:
      'Delete all that I keep about this chat? Followed rates, alerts and settings go, and it cannot be undone.',
    deleted: 'Done: I deleted all that I kept about this chat. To begin again: /start',
    stopped: (isPrivate) =>
      `Done: no more notices here. What you had is kept for 90 days; ${isPrivate ? '/start' : 'this button'} brings it all back.`,
    resumed: 'Done: everything is as it was before.',
    restIsBack: 'Everything else you had here is back too.',
    topicMoved: 'From now on all that this group follows is told in this topic.',
    nothingAsked: 'There is nothing to cancel.',
    cancelled: 'Fine, we leave it.',
    outdated: 'I was updated and forgot that question. Please start again.',

    least: (title) => `When do I tell of ${title}?`,
    everyChange: 'every change',
    fromPercent: (percent) => `changes of ${percent} or more`,
    leastSet: (title, least) => `Done: I will tell ${least} of ${title}.`,
    typeLeast: (example) => `Type from which percentage, for example: ${example}.`,
    badLeast: (text, example) =>
      `I cannot use “${text}”. Type a percentage between 0 and 100, for example: ${example}. To leave it: /cancel`,
    followed: 'This chat follows:',
    chooseFollow: 'Tap ⚙ to choose which changes to tell, or + to follow another one.',

    button: settingsButtons.en,
  },
}
