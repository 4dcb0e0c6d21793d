import { Failure, type OperationReply, type RefusedText } from '@dragoman/contract'
import { editorPage, history, type TranslationRow, translation } from '@dragoman/store'
import { requesterOf } from '../../access/requester-of.ts'
import { requireLanguage } from '../../access/require-rows.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { LARGE_EDIT } from '../../jobs/edit-in-steps.ts'
import { presentJob } from '../../jobs/present-job.ts'
import { writeInSteps } from '../../jobs/write-in-steps.ts'
import { filterFor, filterOf } from '../filter-of.ts'
import { presentActor, presenterFor, presentKey, presentTranslation } from '../present.ts'
import { presentIssue } from '../present-issue.ts'
import { operationOfJob, runAsJob } from '../run-as-job.ts'
import { type Done, doneOf, runSave } from '../run-operation.ts'
import { bulkEdit, selectTexts } from './bulk-edit.ts'
import { EDIT_TEXTS, type EditTextsPayload } from './edit-texts-job.ts'
import { issuesOf } from './issues-of.ts'
import { orderToSave, saveTexts } from './save-texts.ts'

const HISTORY_LIMIT = 200

export function translationsHandlers(deps: Deps): Handlers['translations'] {
  const { store, now } = deps
  return {
    page: ({ query, actor, read }) =>
      read(async (r, { project }) => {
        const { tag } = await requireLanguage(r, project, query.language)
        const { filter, issues } = await filterOf(r, project.id, query.q, {
          ...filterFor(actor, project),
          now: now(),
        })
        const { limit, cursor, offset, around } = query
        const page = await editorPage(r, {
          projectId: project.id,
          sourceLanguage: project.sourceLanguage,
          language: tag,
          filter,
          limit,
          ...(cursor === undefined ? {} : { cursor }),
          ...(offset === undefined ? {} : { offset }),
          ...(around === undefined ? {} : { around }),
        })
        const present = presenterFor(actor, project)
        return {
          rows: page.rows.map(({ key, source, target }) => ({
            key: presentKey(key),
            source: present(source),
            target: present(target),
          })),
          offset: page.offset,
          next: page.next,
          total: page.total,
          issues: issues.map(presentIssue),
        }
      }),

    get: ({ actor, read }) =>
      read(async (r, { project, language: { tag }, key }) => {
        const source = await translation(r, project.id, key.id, project.sourceLanguage)
        const target = await translation(r, project.id, key.id, tag)
        if (source === null || target === null) throw new Failure('not-found', { what: 'translation' })
        const present = presenterFor(actor, project)
        return {
          key: presentKey(key),
          source: present(source),
          target: present(target),
          issues: await issuesOf(r, project, { key, source, target }),
        }
      }),

    async save({ params, body, caller, project }) {
      // The write door reads project, language and key.
      return caller.write(async (w) => {
        const { forms, state, baseVersion, approveFailing } = body
        const { translation, ...done } = await runSave(w, {
          projectId: project.id,
          kind: 'save',
          by: requesterOf(caller, project.id),
          at: now().toISOString(),
          approvesFailing: approveFailing === true,
          changes: [
            {
              kind: 'translate',
              keyId: params.key,
              language: params.language,
              forms,
              ...(state ? { state } : {}),
              baseVersion,
            },
          ],
        })
        return { ...done, translation: presentTranslation(translation) }
      })
    },

    async bulkSave({ body, caller, project, write }) {
      const { ordered, newSources } = orderToSave(body.texts, project)
      let operation: OperationReply | null = null
      const saved: TranslationRow[] = []
      const refused: RefusedText[] = []
      await writeInSteps(ordered, deps.lastRequestMs, async (texts) => {
        const step = await write((w, scope) =>
          saveTexts(w, {
            project: scope.project,
            texts,
            newSources,
            requireChecks: body.requireChecks,
            continues: operation?.id ?? null,
            by: requesterOf(caller, project.id),
            at: now().toISOString(),
          }),
        )
        operation = step.operation ?? operation
        saved.push(...step.saved)
        refused.push(...step.refused)
      })
      return { operation, saved: saved.map(presentTranslation), refused }
    },

    history: ({ params, read }) =>
      read(async (r, { project, language: { tag } }) => {
        const rows = await history(r, {
          projectId: project.id,
          keyId: params.key,
          language: tag,
          limit: HISTORY_LIMIT,
        })
        return {
          history: rows.map(({ operationId, kind, actor, author, at, forms, state, version, rejection }) => ({
            operationId,
            kind,
            actor: presentActor(actor),
            author: author && presentActor(author),
            at,
            forms,
            state,
            version,
            rejection: rejection && { kind: rejection.kind, text: rejection.text },
          })),
        }
      }),

    async bulk({ body, caller, read }) {
      const { project, language } = await read(async (r, { project }) => {
        return { project, language: (await requireLanguage(r, project, body.language)).tag }
      })
      const { id: projectId } = project
      const texts = await selectTexts(store, { project, language }, body.select)
      const changed = (done: Done, failing: number) => ({
        ...done,
        changed: done.operation?.summary.translations ?? 0,
        failing,
      })
      if (texts.length > LARGE_EDIT) {
        const payload: EditTextsPayload = { language, act: body.act, texts }
        const job = await runAsJob(deps, caller, { projectId, kind: EDIT_TEXTS, payload, unit: 'texts' })
        return changed(await operationOfJob(deps, job), presentJob(job).result?.left ?? 0)
      }
      const by = requesterOf(caller, projectId)
      return caller.write(async (w) => {
        const request = { project, language, texts, act: body.act, by, at: now().toISOString() }
        const { result, failing } = await bulkEdit(w, request)
        return changed(await doneOf(w, projectId, result), failing)
      })
    },
  }
}
