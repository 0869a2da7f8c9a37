/** The hosts of the stand-in for the internet: those of every source. */
export const HOSTS = [
  'www.bcv.org.ve',
  've.dolarapi.com',
  'api.yadio.io',
  'p2p.binance.com',
  'criptoya.com',
  'rates.dolarvzla.com',
  'bcv.today',
] as const

export type Host = (typeof HOSTS)[number]

/** Looks like an address of the public internet; the preload leads connections to it to loopback. */
export const addressOf = (host: Host): string => `5.9.0.${HOSTS.indexOf(host) + 1}`

/** The environment variable by which the preload learns where the stand-in listens. */
export const ROUTES_VARIABLE = 'STAND_IN_INTERNET'

export interface Routes {
  /** Ports of the stand-in on loopback, by the port that a program connects to. */
  readonly ports: Readonly<Record<string, number>>
  /** Each outside name and address that was refused is appended to this file, one a line. */
  readonly refusedFile: string
  /** The certificate that issued the bank's: the preload gives it for the intermediate that comes with the program. */
  readonly issuerFile: string
}
