import type { AlertFault } from '../../parse/alert-request.ts'
import type { Language } from '../language.ts'

/** What is said of each. */
export const alertFaults: Readonly<Record<Language, Readonly<Record<AlertFault, string>>>> = {
  es: {
    too_long: 'Eso es muy largo para mí.',
    no_signal: 'No sé qué tasa quieres vigilar.',
    too_many_names: 'Veo más de una tasa. Dime una sola.',
    gap_needs_two: 'Una brecha es entre dos tasas.',
    no_condition: 'Me falta saber cuándo avisar.',
    two_conditions: 'Veo más de una condición. Haz una alerta para cada una.',
    no_number: 'Me falta el número.',
    bad_number: 'No puedo leer ese número.',
    bad_percent: 'El porcentaje va entre 0 y 100.',
    percent_has_no_direction: 'Un porcentaje cuenta hacia arriba y hacia abajo: quita el signo.',
    gap_needs_direction: 'Dime si la brecha debe pasar (>) o bajar (<) de ese valor.',
    bad_cooldown: 'La pausa va de 1 minuto a 30 días, por ejemplo: cada 6h.',
    bad_date: 'Esa fecha no existe.',
    past_date: 'Esa fecha ya pasó.',
    strange_sign: 'No entiendo todo lo que escribiste.',
  },
  en: {
    too_long: 'That is too long for me.',
    no_signal: 'I do not know which rate you want to watch.',
    too_many_names: 'I see more than one rate. Name just one.',
    gap_needs_two: 'A gap is between two rates.',
    no_condition: 'I need to know when to tell.',
    two_conditions: 'I see more than one condition. Make an alert for each.',
    no_number: 'The number is missing.',
    bad_number: 'I cannot read that number.',
    bad_percent: 'The percentage goes from 0 to 100.',
    percent_has_no_direction: 'A percentage counts both ways: leave the sign out.',
    gap_needs_direction: 'Say whether the gap must rise above (>) or fall below (<) that value.',
    bad_cooldown: 'The pause goes from 1 minute to 30 days, for example: every 6h.',
    bad_date: 'There is no such date.',
    past_date: 'That date is over.',
    strange_sign: 'I do not understand all of that.',
  },
}
