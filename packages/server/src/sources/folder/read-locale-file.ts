import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { LIMITS } from '@dragoman/formats'

/** What stands at a path: its bytes, nothing, or the reason why it cannot be read. */
export type LocaleFile =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly hash: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly code: string }

export async function readLocaleFile(path: string): Promise<LocaleFile> {
  try {
    const file = await open(path, 'r')
    try {
      const { size } = await file.stat()
      if (size > LIMITS.fileBytes) return { kind: 'unreadable', code: 'too-large' }
      const bytes = await file.readFile()
      return { kind: 'bytes', bytes, hash: hashOf(bytes) }
    } finally {
      await file.close()
    }
  } catch (error) {
    const code = errorCode(error)
    return code === 'ENOENT' || code === 'ENOTDIR' ? { kind: 'missing' } : { kind: 'unreadable', code: fileFaultOf(code) }
  }
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64')
}

/** The `code` of a file system error, such as `ENOENT`; empty for anything else. */
export function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** The program's own code for what the file system refused. */
export function fileFaultOf(code: string): string {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return 'not-permitted'
    case 'EROFS':
      return 'read-only'
    case 'ENOSPC':
    case 'EDQUOT':
      return 'disk-full'
    case 'EEXIST':
    case 'EISDIR':
    case 'ENOTDIR':
      return 'not-a-file'
    default:
      return 'not-accessible'
  }
}
