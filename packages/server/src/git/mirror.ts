import { randomBytes } from 'node:crypto'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readBlobs, readTreeEntries, type TreeEntry } from './read-output.ts'
import { callRemote, type Remote } from './remote.ts'
import { type Git, GitError, type GitOutput } from './run-git.ts'

/** A bare copy of one branch of a repository elsewhere, without the contents of files nobody asked for. */
export type Mirror = {
  /** Commits of branches as the repository has them now; asks for nothing else. */
  readonly look: () => Promise<RemoteBranches>
  /** Brings the newest commit of a branch here; null: there is no such branch. */
  readonly fetchBranch: (branch: string) => Promise<string | null>
  /** Files of a commit at and below a folder; '' is all of it. Links and submodules among them. */
  readonly tree: (commit: string, folder: string) => Promise<readonly TreeEntry[]>
  /** The contents of files, brought here in one request where they are missing. */
  readonly blobs: (ids: readonly string[]) => Promise<ReadonlyMap<string, Buffer>>
  /** A commit on top of another; nothing is sent anywhere. Equal requests give equal commits. */
  readonly commit: (request: CommitRequest) => Promise<string>
  /** Puts a branch to a commit, where it still is at the one that is expected; null: there is none. */
  readonly push: (request: PushRequest) => Promise<PushResult>
}

export type RemoteBranches = {
  /** Null where the repository is empty or says nothing of it. */
  readonly defaultBranch: string | null
  readonly tips: ReadonlyMap<string, string>
}

export type CommitRequest = {
  readonly parent: string
  readonly files: readonly CommittedFile[]
  readonly author: CommitPerson
  readonly committer: CommitPerson
  readonly message: string
  /** Seconds since 1970: of the newest change in it, so that the same change gives the same commit. */
  readonly time: number
  /** Path of a private key in OpenSSH's form. */
  readonly signingKey?: string | null
}

export type CommittedFile = {
  readonly path: string
  readonly bytes: Uint8Array
  readonly isExecutable?: boolean
}
export type CommitPerson = { readonly name: string; readonly email: string }

export type PushRequest = {
  readonly branch: string
  readonly commit: string
  /** What the branch points at now, as we know it; null: it does not exist. */
  readonly expected: string | null
}

/** `moved`: the branch is not where it was expected; `refused`: with what the repository said. */
export type PushResult =
  | { readonly kind: 'pushed' }
  | { readonly kind: 'moved' }
  | { readonly kind: 'refused'; readonly said: string }

export type MirrorPlace = {
  readonly git: Git
  /** A folder of its own, made where it is missing. Whatever is in it can be made again. */
  readonly folder: string
  readonly remote: () => Promise<Remote>
}

const REMOTE = 'origin'
const ADDED_BY_FETCH = ['--no-tags', '--no-write-fetch-head', '--recurse-submodules=no', '--filter=blob:none']
/** Of the list of branches and tags. */
const LOOK_BYTES = 32 * 1024 * 1024
const BLOBS_BYTES = 2 * 1024 * 1024 * 1024

export function openMirror({ git, folder, remote }: MirrorPlace): Mirror {
  const local = (args: readonly string[], rest: Partial<Parameters<Git>[0]> = {}): Promise<GitOutput> =>
    git({ repository: folder, args, ...rest })
  const elsewhere = async (
    args: readonly string[],
    rest: { readonly input?: string; readonly config?: readonly (readonly [string, string])[] } = {},
  ): Promise<GitOutput> => callRemote(git, await remote(), { repository: folder, args, ...rest })

  async function look(): Promise<RemoteBranches> {
    const at = await remote()
    const { stdout } = await callRemote(git, at, {
      repository: null,
      args: ['ls-remote', '--symref', '--end-of-options', at.address.url, 'HEAD', 'refs/heads/*'],
      maxBytes: LOOK_BYTES,
    })
    return branchesOf(stdout.toString('utf8'))
  }

  /** An empty copy, where there is none or it does not answer. Ids of 64 digits are SHA-256. */
  async function prepare(idLength: number): Promise<void> {
    if (await isReady()) return
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const format = idLength === 64 ? 'sha256' : 'sha1'
    const { address } = await remote()
    await git({
      repository: null,
      args: ['init', '--quiet', '--bare', `--object-format=${format}`, '--template=', '--', folder],
    })
    const settings = [
      ['extensions.partialClone', REMOTE],
      [`remote.${REMOTE}.promisor`, 'true'],
      [`remote.${REMOTE}.partialclonefilter`, 'blob:none'],
      ['core.repositoryFormatVersion', '1'],
      // The last: a copy that has it is whole.
      [`remote.${REMOTE}.url`, address.url],
    ] as const
    for (const [name, value] of settings) await local(['config', name, value])
  }

  async function isReady(): Promise<boolean> {
    if ((await stat(join(folder, 'HEAD')).catch(() => null)) === null) return false
    const url = await local(['config', '--get', `remote.${REMOTE}.url`]).catch(() => null)
    return url !== null && url.stdout.toString('utf8').trim() === (await remote()).address.url
  }

  async function fetchBranch(branch: string): Promise<string | null> {
    const tip = (await look()).tips.get(branch) ?? null
    if (tip === null) return null
    await prepare(tip.length)
    if (await has(tip)) return tip
    const spec = `+refs/heads/${branch}:refs/remotes/${REMOTE}/${branch}`
    await elsewhere(['fetch', '--quiet', '--depth=1', ...ADDED_BY_FETCH, '--end-of-options', REMOTE, spec])
    const { stdout } = await local(['rev-parse', '--verify', `refs/remotes/${REMOTE}/${branch}^{commit}`])
    return stdout.toString('utf8').trim()
  }

  /** Whether a commit and its folders are here. */
  async function has(commit: string): Promise<boolean> {
    const found = await local(['cat-file', '-e', `${commit}^{tree}`]).catch(() => null)
    return found !== null
  }

  async function tree(commit: string, under: string): Promise<readonly TreeEntry[]> {
    const paths = under === '' ? [] : ['--', `${under}/`]
    const { stdout } = await local(['ls-tree', '-r', '-z', '--full-tree', commit, ...paths])
    return readTreeEntries(stdout)
  }

  async function blobs(ids: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
    const wanted = [...new Set(ids)]
    if (wanted.length === 0) return new Map()
    const missing = await missingOf(wanted)
    if (missing.length > 0) {
      const config = [['fetch.negotiationAlgorithm', 'noop']] as const
      await elsewhere(['fetch', '--quiet', ...ADDED_BY_FETCH, '--stdin', '--end-of-options', REMOTE], {
        input: `${missing.join('\n')}\n`,
        config,
      })
    }
    const { stdout } = await local(['cat-file', '--batch'], {
      input: `${wanted.join('\n')}\n`,
      maxBytes: BLOBS_BYTES,
    })
    return readBlobs(stdout)
  }

  /** Looked up one by one, each missing id would be asked for at the other side. */
  async function missingOf(ids: readonly string[]): Promise<readonly string[]> {
    const { stdout } = await local([
      'cat-file',
      '--batch-check=%(objectname)',
      '--batch-all-objects',
      '--unordered',
    ])
    const here = new Set(stdout.toString('latin1').split('\n'))
    return ids.filter((id) => !here.has(id))
  }

  async function commit(request: CommitRequest): Promise<string> {
    const { parent, files, author, committer, message, time, signingKey } = request
    const index = join(folder, `index-${randomBytes(8).toString('hex')}`)
    const env = { GIT_INDEX_FILE: index }
    try {
      await local(['read-tree', parent], { env })
      const lines: string[] = []
      for (const { path, bytes, isExecutable } of files) {
        const { stdout } = await local(['hash-object', '-w', '--stdin', '--no-filters'], { input: bytes })
        lines.push(`${isExecutable ? '100755' : '100644'} ${stdout.toString('utf8').trim()} 0\t${path}\0`)
      }
      await local(['update-index', '-z', '--index-info'], { env, input: lines.join('') })
      // Without it Git asks for the contents of every file of the repository.
      const written = await local(['write-tree', '--missing-ok'], { env })
      const at = `@${time} +0000`
      const { stdout } = await local(
        ['commit-tree', ...(signingKey ? ['-S'] : []), written.stdout.toString('utf8').trim(), '-p', parent],
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
      return stdout.toString('utf8').trim()
    } finally {
      await rm(index, { force: true })
      await rm(`${index}.lock`, { force: true })
    }
  }

  async function push({ branch, commit: oid, expected }: PushRequest): Promise<PushResult> {
    const ref = `refs/heads/${branch}`
    // Never a `+` before the refspec: with it the lease is not looked at.
    const args = ['push', '--porcelain', '--no-verify', `--force-with-lease=${ref}:${expected ?? ''}`]
    try {
      await elsewhere([...args, '--end-of-options', REMOTE, `${oid}:${ref}`])
      return { kind: 'pushed' }
    } catch (error) {
      if (!(error instanceof GitError) || error.reason !== 'failed') throw error
      const answer = error.stdout.split('\n').find((line) => line.startsWith('!'))
      if (answer === undefined) throw error
      if (/\((stale info|fetch first|non-fast-forward|remote ref updated since checkout)\)/.test(answer))
        return { kind: 'moved' }
      return { kind: 'refused', said: saidByRemote(error.stderr, answer) }
    }
  }

  return { look, fetchBranch, tree, blobs, commit, push }
}

function branchesOf(text: string): RemoteBranches {
  const tips = new Map<string, string>()
  let defaultBranch: string | null = null
  for (const line of text.split('\n')) {
    const [left = '', ref = ''] = line.split('\t')
    if (left.startsWith('ref: refs/heads/') && ref === 'HEAD')
      defaultBranch = left.slice('ref: refs/heads/'.length)
    else if (ref.startsWith('refs/heads/')) tips.set(ref.slice('refs/heads/'.length), left)
  }
  return { defaultBranch, tips }
}

/** As Git writes names: without angle brackets and line ends, never empty. */
function plainName(text: string): string {
  return text.replaceAll(/[<>\u0000-\u001f]/g, ' ').trim() || 'unknown'
}

const SAID_LENGTH = 500

/** The sentences of the other side, which say why: a protected branch, an unsigned commit. */
function saidByRemote(stderr: string, answer: string): string {
  const lines = stderr.split('\n').flatMap((line) => {
    const said = line.startsWith('remote: ') ? line.slice('remote: '.length).trim() : ''
    return said === '' ? [] : [said]
  })
  const reason = /\(([^)]*)\)\s*$/.exec(answer)?.[1] ?? ''
  return (lines.length > 0 ? lines.join(' ') : reason).slice(0, SAID_LENGTH)
}
