import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseConfig, VARIABLES } from '../../../src/runtime/config.ts'
import { createLog } from '../../../src/runtime/log.ts'

const TOKEN = '123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc'

describe('the environment', () => {
  it('needs nothing, and then runs everything with the sandbox', () => {
    const config = parseConfig({})
    expect([...config.ROLES]).toEqual(['service', 'bot', 'push', 'sandbox'])
    expect(config).toMatchObject({
      PORT: 8080,
      HOST: '127.0.0.1',
      SEND_RATE_PER_SECOND: 28,
      DEFAULT_LANGUAGE: 'es',
      DATA_DIR: './data',
    })
  })

  it('leaves the sandbox out with a real token, and the service with another one', () => {
    expect([...parseConfig({ BOT_TOKEN: TOKEN }).ROLES]).toEqual(['service', 'bot', 'push'])
    expect([
      ...parseConfig({ RATES_API_URL: 'https://rates.example/', RATES_API_TOKEN: 'token' }).ROLES,
    ]).toEqual(['bot', 'push', 'sandbox'])
  })

  it('names every problem at once', () => {
    const env = {
      PORT: 'http',
      SEND_RATE_PER_SECOND: '0',
      ROLES: 'bto',
      PUBLIC_URL: 'ftp://x',
      BOT_TOKEN: 'token',
    }
    const names = Object.keys(env)
    expect(() => parseConfig(env)).toThrow(new RegExp(names.map((name) => `(?=.*${name})`).join('')))
  })

  it('takes an empty variable for one that is not given, but no empty secret', () => {
    expect(parseConfig({ REDIS_URL: '', PORT: '' }).PORT).toBe(8080)
    expect(() => parseConfig({ RATES_WEBHOOK_SECRET: '' })).toThrow('RATES_WEBHOOK_SECRET')
  })

  it('asks for what roles in several processes must share', () => {
    expect(() => parseConfig({ ROLES: 'push', BOT_TOKEN: TOKEN })).toThrow(
      /REDIS_URL.*RATES_WEBHOOK_SECRET|RATES_WEBHOOK_SECRET.*REDIS_URL/,
    )
  })

  it('lists a variable in .env.example if and only if it knows it', () => {
    const example = readFileSync(join(import.meta.dirname, '../../../.env.example'), 'utf8')
    const listed = [...example.matchAll(/^#? ?([A-Z_]+)=/gm)].map(([, name]) => name)
    expect(listed.toSorted()).toEqual([...VARIABLES].toSorted())
  })
})

describe('the log', () => {
  it('shows no secret, wherever it stands', () => {
    const lines: string[] = []
    const { log, hide } = createLog('info', (line) => lines.push(line))
    hide('a-very-secret-word')
    log.error(
      { err: new Error(`call of https://x/bot${TOKEN}/getMe failed`), header: 'Bearer a-very-secret-word' },
      'a-very-secret-word',
    )
    expect(lines.join('')).not.toContain('a-very-secret-word')
    expect(lines.join('')).not.toContain(TOKEN)
    expect(lines.join('')).toContain('[redacted]')
  })
})
