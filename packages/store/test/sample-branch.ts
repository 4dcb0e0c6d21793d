import {
  type BranchRow,
  createGitSource,
  createSource,
  openBranch,
  projectById,
  type Store,
} from '../src/index.ts'
import { AT, MARA, sampleProject } from './sample.ts'

const SETTINGS = {
  quietMinutes: 10,
  commitsBy: 'person',
  signOff: false,
  signCommits: false,
  skipCi: false,
  message: null,
  pullRequestBranch: 'l10n/dragoman',
} as const

/** Opens a translation branch of a new project. */
export async function sampleBranch(
  store: Store,
  languages: readonly string[] = ['de'],
  slug = 'sample',
): Promise<BranchRow> {
  const { id: projectId } = await sampleProject(store, languages, slug)
  return store.write(async (w) => {
    const source = await createSource(w, {
      ...{ kind: 'git', repository: `https://git.example.org/${slug}.git`, branch: 'main', projectId },
      ...{ pattern: 'locales/{lng}.json', format: 'i18next-json', writable: true, createdAt: AT },
    })
    const parent = await projectById(w, projectId)
    if (source.kind !== 'git' || parent === null) throw new Error('There is no repository')
    const forge = { kind: 'none', origin: null, token: null } as const
    const access = { signIn: 'v1.y', keyId: null, knownHosts: '', forge }
    await createGitSource(w, { sourceId: source.id, projectId, mode: 'push', settings: SETTINGS, ...access })
    return openBranch(w, { parent, source, branch: 'feature/pay', by: MARA, at: AT })
  })
}
