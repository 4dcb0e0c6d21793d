import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TreeEntry } from './read-output.ts'
import { TRANSFER_LIMITS } from './remote.ts'
import type { RunHere } from './run-git.ts'

export type CommitRequest = {
  readonly parent: string
  /** A second parent, whose changes are among the entries. */
  readonly alsoParent?: string
  /** Files whose contents the copy already has, by their ids; null removes a file. */
  readonly entries?: readonly CommittedEntry[]
  readonly files: readonly CommittedFile[]
  readonly author: CommitPerson
  readonly committer: CommitPerson
  readonly message: string
  /** Seconds since 1970: of the newest change, so that the same changes give the same commit. */
  readonly time: number
  /** Path of a private key in OpenSSH's format. */
  readonly signingKey?: string | null
}

export type CommittedFile = {
  readonly path: string
  readonly bytes: Uint8Array
  readonly isExecutable?: boolean
}
export type CommittedEntry = { readonly path: string; readonly entry: TreeEntry | null }
/** A commit that was made, and the ids of the files that were given with their bytes, by path. */
export type MadeCommit = { readonly id: string; readonly blobs: ReadonlyMap<string, string> }
export type CommitPerson = { readonly name: string; readonly email: string }

/**
 * Makes a commit with an index of its own, so that several can be made at the same time. Equal requests give
 * equal commits.
 */
export async function makeCommit(
  local: RunHere,
  folder: string,
  request: CommitRequest,
): Promise<MadeCommit> {
  const { parent, alsoParent, entries = [], files, author, committer, message, time, signingKey } = request
  const index = join(folder, `index-${randomBytes(8).toString('hex')}`)
  const env = { GIT_INDEX_FILE: index }
  const blobs = new Map<string, string>()
  try {
    await local(['read-tree', parent], { env, limits: TRANSFER_LIMITS })
    const lines = entries.map((one) => indexLine(one, parent.length))
    for (const { path, bytes, isExecutable } of files) {
      const { stdout } = await local(['hash-object', '-w', '--stdin', '--no-filters'], { input: bytes })
      const id = stdout.toString('utf8').trim()
      blobs.set(path, id)
      lines.push(`${isExecutable ? '100755' : '100644'} ${id} 0\t${path}\0`)
    }
    await local(['update-index', '-z', '--index-info'], { env, input: lines.join('') })
    // Without `--missing-ok`, Git fetches the contents of every file of the repository.
    const written = await local(['write-tree', '--missing-ok'], { env })
    const at = `@${time} +0000`
    const { stdout } = await local(
      [
        'commit-tree',
        ...(signingKey ? ['-S'] : []),
        written.stdout.toString('utf8').trim(),
        ...[parent, ...(alsoParent ? [alsoParent] : [])].flatMap((one) => ['-p', one]),
      ],
      {
        input: message,
        config: signingKey
          ? [
              ['gpg.format', 'ssh'],
              ['user.signingkey', signingKey],
            ]
          : [],
        env: {
          GIT_AUTHOR_NAME: plainName(author.name),
          GIT_AUTHOR_EMAIL: plainName(author.email),
          GIT_AUTHOR_DATE: at,
          GIT_COMMITTER_NAME: plainName(committer.name),
          GIT_COMMITTER_EMAIL: plainName(committer.email),
          GIT_COMMITTER_DATE: at,
        },
      },
    )
    return { id: stdout.toString('utf8').trim(), blobs }
  } finally {
    await rm(index, { force: true })
    await rm(`${index}.lock`, { force: true })
  }
}

/** Returns a line for `update-index --index-info`; mode 0 removes the path. */
function indexLine({ path, entry }: CommittedEntry, idLength: number): string {
  if (entry === null) return `0 ${'0'.repeat(idLength)}\t${path}\0`
  const mode = { file: '100644', link: '120000', submodule: '160000' }[entry.kind]
  return `${entry.isExecutable ? '100755' : mode} ${entry.id} 0\t${path}\0`
}

/**
 * Returns a name or an address as Git writes it: without angle brackets and line ends. Git refuses a name that has only
 * the punctuation which it removes at both ends; that becomes `unknown`.
 */
export function plainName(text: string): string {
  const plain = text.replaceAll(/[<>\u0000-\u001f]+/g, ' ').trim()
  return /^[ .,:;"\\']*$/.test(plain) ? 'unknown' : plain
}
