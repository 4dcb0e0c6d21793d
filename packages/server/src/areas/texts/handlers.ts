import { listLanguages, namespaceTexts, textMarks } from '@dragoman/store'
import { requesterOf } from '../../access/requester-of.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { projectOf } from '../project-of.ts'
import { pushTexts } from './push-texts.ts'

export function textsHandlers({ store, now }: Deps): Handlers['texts'] {
  return {
    state: ({ params }) =>
      store.read(async (r) => {
        const { id, sourceLanguage, syntax } = await projectOf(r, params.project)
        const languages = (await listLanguages(r, id)).map(({ tag }) => tag)
        return { sourceLanguage, syntax, languages, texts: [...(await textMarks(r, id))] }
      }),

    ofNamespace: ({ params, query }) =>
      store.read(async (r) => {
        const { id: projectId } = await projectOf(r, params.project)
        const languages = query.languages.split(',').filter((tag) => tag !== '')
        const found = await namespaceTexts(r, { projectId, namespace: query.namespace, languages })
        return {
          keys: found.keys.map(({ id, name, plural, path, description, maxLength, version }) => {
            return { id, name, plural, path: [...path], description, maxLength, version }
          }),
          texts: [...found.texts].map(([language, { mark, rows }]) => ({ language, mark, rows: [...rows] })),
        }
      }),

    push: ({ params, body, caller }) =>
      caller.write(async (w) => {
        const project = await projectOf(w, params.project)
        const { operation, refused } = await pushTexts(w, {
          ...body,
          projectId: project.id,
          by: requesterOf(caller, project.id),
          at: now().toISOString(),
        })
        return { operation, refused: [...refused] }
      }),
  }
}
