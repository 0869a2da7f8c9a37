import { badRequest } from '../bot-api-error.ts'
import type { State } from '../state.ts'
import type { Methods } from './method.ts'

/** Where a bot finds the bytes behind a file_id. */
export function fileMethods({ files }: State): Methods {
  return {
    getFile: (call) => {
      const file = files.byId(call.text('file_id') ?? '')
      if (!file) throw badRequest('wrong file_id or the file is temporarily unavailable')
      return {
        file_id: file.id,
        file_unique_id: file.uniqueId,
        file_size: file.bytes.length,
        file_path: file.path,
      }
    },
  }
}
