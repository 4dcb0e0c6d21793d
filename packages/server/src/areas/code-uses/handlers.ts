import { type CodeUse, permalinkOf } from '@dragoman/core'
import {
  type CodeScanRow,
  codeCounts,
  compareCodeUses,
  findCodeScan,
  listNamespaces,
  replaceCodeUses,
  usesOfOneKey,
} from '@dragoman/store'
import { requireOnKeys } from '../../access/require-on-text.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'

const USES_SHOWN = 50
const MISSING_SHOWN = 500

export function codeUsesHandlers({ store, now }: Deps): Handlers['codeUses'] {
  return {
    get: ({ read }) =>
      read(async (r, { project: { id } }) => {
        const scan = await findCodeScan(r, id)
        if (scan === null) return { scan: null, uses: 0, unused: 0, missing: [], missingTotal: 0 }
        const { missing, ...counts } = await codeCounts(r, id)
        const namespaces = await listNamespaces(r, id)
        const only = namespaces.length === 1 ? (namespaces[0]?.name ?? null) : null
        const usual = scan.settings.defaultNamespaces?.[0] ?? only
        return {
          ...counts,
          scan: presentScan(scan),
          missing: missing.slice(0, MISSING_SHOWN).map((use) => ({
            ...presentPlace(use, scan),
            key: use.key,
            namespace: only ?? use.namespaces?.[0] ?? usual,
          })),
          missingTotal: missing.length,
        }
      }),

    ofKey: ({ read }) =>
      read(async (r, { project: { id: projectId }, key }) => {
        const scan = await findCodeScan(r, projectId)
        if (scan === null) return { scan: null, uses: [], total: 0 }
        const { settings } = scan
        const found = await usesOfOneKey(r, { projectId, key, settings, limit: USES_SHOWN })
        return {
          scan: presentScan(scan),
          uses: found.uses.map((use) => ({
            ...presentPlace(use, scan),
            kind: use.kind === 'prefix' ? ('prefix' as const) : ('key' as const),
            key: use.key,
          })),
          total: found.total,
        }
      }),

    async replace({ body, caller, project, write }) {
      const { id: projectId } = project
      // What was found before is replaced, whatever namespaces it was in.
      requireOnKeys(caller, 'files.import', { projectId, namespaces: null })
      const { revision, permalink, defaultNamespaces, fallbackNamespaces, filesRead, files } = body
      const settings = { defaultNamespaces, fallbackNamespaces }
      const uses = files.flatMap(({ path, uses: found }) => found.map((use) => ({ path, ...use })))
      // Others can save meanwhile.
      const compared = await store.read((r) => compareCodeUses(r, { projectId, uses, settings }))
      const at = now().toISOString()
      const by = caller.actor ?? { id: null, name: '' }
      const scan = { revision, permalink, settings, files: filesRead, at, by }
      const counts = await write(
        (w) => replaceCodeUses(w, { projectId, scan, uses, compared }),
        caller.actor?.id,
      )
      return { uses: uses.length, ...counts }
    },
  }
}

function presentScan({ revision, at, by, files }: CodeScanRow) {
  return { revision, at, by, filesRead: files }
}

function presentPlace(
  { path, line, column }: Pick<CodeUse, 'path' | 'line' | 'column'>,
  { permalink, revision }: CodeScanRow,
) {
  const url = permalink === null ? null : permalinkOf(permalink, { commit: revision, path, line })
  return { path, line, column, url }
}
