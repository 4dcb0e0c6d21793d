import type { NotApprovedText, OperationReply, RefusedChange } from '@dragoman/contract'
import {
  formerNames,
  incarnation,
  languageOrigins,
  listLanguages,
  namespaceTexts,
  operationById,
  textMarks,
} from '@dragoman/store'
import { requesterOf } from '../../access/requester-of.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { writeInSteps } from '../../jobs/write-in-steps.ts'
import { namesIn } from '../names-in.ts'
import { presentOperation } from '../present.ts'
import { pushPart, startPush } from './push-texts.ts'

export function textsHandlers({ store, now, lastRequestMs }: Deps): Handlers['texts'] {
  async function operationOf(projectId: number, id: number | null): Promise<OperationReply | null> {
    const row = id === null ? null : await store.read((r) => operationById(r, projectId, id))
    return row && presentOperation(row)
  }

  return {
    state: ({ read }) =>
      read(async (r, { project: { id, createdAt, sourceLanguage, syntax } }) => {
        const languages = await listLanguages(r, id)
        const origins = await languageOrigins(r, id)
        return {
          // Clones have stored it without an incarnation: a server that was never restored has none.
          identity: `${id} ${createdAt} ${await incarnation(r)}`.trimEnd(),
          sourceLanguage,
          syntax,
          languages: languages.map(({ tag }) => tag),
          added: languages.map((one) => ({ language: one.tag, operationId: origins.get(one.id) ?? 0 })),
          texts: [...(await textMarks(r, id))],
        }
      }),

    ofNamespace: ({ query, read }) =>
      read(async (r, { project: { id: projectId } }) => {
        const languages = namesIn(query.languages)
        const found = await namespaceTexts(r, { projectId, namespace: query.namespace, languages })
        const former = await formerNames(r, { projectId, keyIds: found.keys.map(({ id }) => id) })
        return {
          keys: found.keys.map(({ id, name, plural, path, description, maxLength, syntax, version }) => {
            const names = former.get(id)
            const key = { id, name, plural, path: [...path], description, maxLength, syntax, version }
            return names === undefined ? key : { ...key, formerNames: [...names] }
          }),
          texts: [...found.texts].map(([language, { mark, rows }]) => ({ language, mark, rows: [...rows] })),
        }
      }),

    async push({ body, caller, project }) {
      const { id: projectId } = project
      const { origin, languages, syntax } = body
      const push = () => ({ projectId, origin, by: requesterOf(caller, projectId), at: now().toISOString() })
      const { missing, ...started } = await caller.write((w) =>
        startPush(w, { ...push(), languages, syntax }),
      )
      let { operationId } = started
      const refused: RefusedChange[] = []
      const notApproved: NotApprovedText[] = []
      await writeInSteps([...body.changes.entries()], lastRequestMs, async (changes) => {
        const part = await caller.write((w) =>
          pushPart(w, { ...push(), changes, missing, continues: operationId }),
        )
        operationId = part.operationId
        refused.push(...part.refused)
        notApproved.push(...part.notApproved)
      })
      return { operation: await operationOf(projectId, operationId), refused, notApproved }
    },
  }
}
