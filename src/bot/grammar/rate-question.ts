import { type IsName, withNames } from '../../rates/grammar/names.ts'
import { tokensOf, typedOf } from '../../rates/grammar/tokens.ts'

/** What people say around the name of a rate that they ask for. */
const AROUND = new Set(
  (
    'a al como cuanto cuesta vale esta estan anda va es cual que el la los las de del en precio tasa valor cotizacion ' +
    'hoy ahora dime dame por favor hola what is how much the price rate of today now please hi ? ¿ ! ¡ . ,'
  ).split(' '),
)

/** The name in a question for a rate, in lower case: `¿A cómo está el dólar hoy?` asks for `dólar`; '' where none is left. Words for which `isName` holds stay. */
export const nameAsked = (text: string, isName: IsName = () => false): string =>
  withNames(tokensOf(text) ?? [], isName)
    .filter((token) => !AROUND.has(token.text))
    .map(typedOf)
    .join(' ')
