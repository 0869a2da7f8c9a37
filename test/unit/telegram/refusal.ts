import { GrammyError } from 'grammy'

/** A refusal of Telegram. */
export const refusal = (error_code: number, description: string, parameters = {}, payload = {}) =>
  new GrammyError('refused', { ok: false, error_code, description, parameters }, 'sendMessage', payload)
