/** The foreign currency a price is quoted in: the path segment of the rate API. */
export const CURRENCIES = ['dollar', 'euro'] as const
export type Currency = (typeof CURRENCIES)[number]

export type CurrencyCode = 'USD' | 'EUR'
export const CODE_OF: Readonly<Record<Currency, CurrencyCode>> = { dollar: 'USD', euro: 'EUR' }
export const SIGN_OF: Readonly<Record<Currency, string>> = { dollar: '$', euro: '€' }

export const isCurrency = (text: string): text is Currency => (CURRENCIES as readonly string[]).includes(text)
