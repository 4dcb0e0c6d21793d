/** Returns the `code` of a file system error, such as `ENOENT`; empty for anything else. */
export function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : ''
}

/** Returns the program's own code for an error of the file system. */
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
    case 'ELOOP':
      return 'link'
    default:
      return 'not-accessible'
  }
}
