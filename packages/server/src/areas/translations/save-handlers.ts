import type { OperationReply, RefusedText } from '@dragoman/contract'
import {
  type ChangeRequest,
  isLeftByIssues,
  type OperationRequest,
  type TranslationRow,
  textsOfKeys,
  type Writer,
} from '@dragoman/store'
import { requesterOf } from '../../access/requester-of.ts'
import { requireLanguage } from '../../access/require-rows.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { LARGE_EDIT } from '../../jobs/edit-in-steps.ts'
import { presentJob } from '../../jobs/present-job.ts'
import { writeInSteps } from '../../jobs/write-in-steps.ts'
import { hasLongForm, requireFormLengths } from '../form-lengths.ts'
import { presentTranslation } from '../present.ts'
import { type JobDone, operationOfJob, runAsJob } from '../run-as-job.ts'
import { doneOf, runSave } from '../run-operation.ts'
import { bulkEdit, selectTexts } from './bulk-edit.ts'
import { EDIT_TEXTS } from './edit-texts-job.ts'
import { acceptedSources, orderToSave, saveTexts } from './save-texts.ts'

/** Saves of one text and of many. */
export function saveTranslationsHandlers(
  deps: Deps,
): Pick<Handlers['translations'], 'save' | 'bulkSave' | 'bulk'> {
  const { store, now } = deps
  return {
    async save({ params, body, caller, project }) {
      // The write door reads project, language and key.
      return caller.write(async (w) => {
        const { forms, state, baseVersion, sourceVersion, approveFailing } = body
        if (hasLongForm(forms)) {
          const texts = await textsOfKeys(w, {
            projectId: project.id,
            language: params.language,
            keyIds: [params.key],
          })
          requireFormLengths(forms, [texts.get(params.key)?.forms ?? {}])
        }
        const { translation, ...done } = await saveText(w, {
          projectId: project.id,
          kind: 'save',
          by: requesterOf(caller, project.id),
          at: now().toISOString(),
          approvesFailing: approveFailing === true,
          change: {
            kind: 'translate',
            keyId: params.key,
            language: params.language,
            forms,
            ...(state ? { state } : {}),
            baseVersion,
            ...(sourceVersion === undefined ? {} : { sourceVersion }),
          },
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
            newSources: acceptedSources(newSources, refused, project),
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

    async bulk({ body, caller, read }) {
      const { project, language } = await read(async (r, { project }) => {
        return { project, language: (await requireLanguage(r, project, body.language)).tag }
      })
      const { id: projectId } = project
      const texts = await selectTexts(store, { project, language }, body.select)
      const changed = (done: JobDone, failing: number) => ({
        ...done,
        changed: done.operation?.summary.translations ?? 0,
        failing,
      })
      if (texts.length > LARGE_EDIT) {
        const payload = { language, act: body.act, texts }
        const job = await runAsJob(deps, caller, EDIT_TEXTS, { projectId, payload })
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

type TextSave = Omit<OperationRequest, 'changes'> & {
  readonly change: Extract<ChangeRequest, { kind: 'translate' }>
}

/**
 * Saves a text. The same words are recorded only if a task waits for that, because a check finds an issue in them: saving
 * them again says that the check is wrong.
 */
async function saveText(w: Writer, { change, ...operation }: TextSave): ReturnType<typeof runSave> {
  const saved = await runSave(w, { ...operation, changes: [change] })
  const { keyId, language } = change
  const isSame = saved.operation === null && saved.translation.failing
  if (!isSame || !(await isLeftByIssues(w, { projectId: operation.projectId, keyId, language }))) return saved
  return runSave(w, { ...operation, changes: [{ ...change, confirmsIssues: true }] })
}
