/** What somebody needs to pay by Pago Móvil. */
export interface MobilePayment {
  /** Code of the bank, four digits. */
  readonly bank: string
  /** `04141234567`. */
  readonly phone: string
  /** `V12345678`. */
  readonly id: string
}

/** Banks that take Pago Móvil, by code. */
const BANKS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ '0102': 'Banco de Venezuela', '0104': 'Venezolano de Crédito', '0105': 'Mercantil' },
    ...{ '0108': 'Provincial', '0114': 'Bancaribe', '0115': 'Exterior', '0128': 'Caroní', '0134': 'Banesco' },
    ...{ '0137': 'Sofitasa', '0138': 'Plaza', '0146': 'Bangente', '0151': 'BFC', '0156': '100% Banco' },
    ...{ '0157': 'Delsur', '0163': 'Tesoro', '0168': 'Bancrecer', '0169': 'R4', '0171': 'Activo' },
    ...{ '0172': 'Bancamiga', '0174': 'Banplus', '0175': 'Bicentenario', '0177': 'Banfanb', '0191': 'BNC' },
  }),
)

const PHONE = /(?:\+?58[\s.-]?|0)(4\d{2})[\s.-]?(\d{3})[\s.-]?(\d{2})[\s.-]?(\d{2})(?!\d)/
const ID = /(?<![\d.])([VEJGP]?)[\s.-]*(\d{1,3}(?:\.\d{3}){2}|\d{6,9})(?!\d)/i
const BANK_CODE = /(?<!\d)0\d{3}(?!\d)/

/** Reads bank, phone and ID of one line: `0102 0414-1234567 V-12.345.678`, `banesco 04121234567 12345678`; undefined if one is missing. */
export function parseMobilePayment(line: string): MobilePayment | undefined {
  const phone = PHONE.exec(line)
  const rest = phone ? line.replace(phone[0], ' ') : line
  const bank = BANK_CODE.exec(rest)?.[0] ?? bankNamedIn(rest)
  const id = ID.exec(rest.replace(BANK_CODE, ' '))
  if (!phone || !id || bank === undefined || !BANKS.has(bank)) return undefined
  const [kind = '', digits = ''] = id.slice(1)
  return {
    bank,
    phone: `0${phone.slice(1).join('')}`,
    id: `${(kind || 'V').toUpperCase()}${digits.replaceAll('.', '')}`,
  }
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The bank whose name, or the last word of it, is said. */
function bankNamedIn(line: string): string | undefined {
  const said = ` ${plain(line).replace(/[^\p{L}\d%]+/gu, ' ')} `
  return [...BANKS].find(([, name]) => said.includes(` ${plain(name).split(' ').at(-1)} `))?.[0]
}

/** As one line, which `parseMobilePayment` reads. */
export const mobilePaymentText = ({ bank, phone, id }: MobilePayment): string => `${bank} ${phone} ${id}`

/** The lines that a customer is sent: bank, phone, ID. */
export const mobilePaymentLines = ({ bank, phone, id }: MobilePayment): string[] => [
  `${BANKS.get(bank)} (${bank})`,
  phone.replace(/^(\d{4})/, '$1-'),
  id.replace(/^(\D)/, '$1-'),
]
