import { fileFaultOf } from '@dragoman/server/sync'

/** Returns the message for an error of the file system that names a path; null for any other error. */
export function fileErrorText(error: unknown): string | null {
  if (!(error instanceof Error) || !('syscall' in error) || !('path' in error) || !('code' in error))
    return null
  const { syscall, path, code } = error
  if (typeof syscall !== 'string' || typeof path !== 'string' || typeof code !== 'string') return null
  return `${path} cannot be ${VERBS.get(syscall.split(' ')[0] ?? '') ?? 'opened'}: ${reasonOf(code)}.`
}

/** Returns why a file cannot be used, for the code of an error. */
export function reasonOf(code: string): string {
  return REASONS.get(code) ?? fileFaultOf(code).replaceAll('-', ' ')
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'it does not exist'],
  ['ENOTDIR', 'not a folder'],
  ['EEXIST', 'it exists already'],
  ['EISDIR', 'it is a folder'],
  ['ENAMETOOLONG', 'its name is too long'],
])

const VERBS: ReadonlyMap<string, string> = new Map([
  ...['read', 'scandir', 'opendir', 'stat', 'lstat', 'readlink', 'realpath', 'access'].map(
    (syscall) => [syscall, 'read'] as const,
  ),
  ...['write', 'rename', 'link', 'symlink', 'chmod', 'copyfile', 'ftruncate', 'utime'].map(
    (syscall) => [syscall, 'written'] as const,
  ),
  ['mkdir', 'created'],
  ['mkdtemp', 'created'],
  ['unlink', 'deleted'],
  ['rm', 'deleted'],
  ['rmdir', 'deleted'],
  ['spawn', 'started'],
])
