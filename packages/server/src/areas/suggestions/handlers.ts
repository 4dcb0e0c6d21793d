import { Failure } from '@dragoman/contract'
import { type Actor, can, explain, type Principal } from '@dragoman/core'
import {
  addSuggestion,
  addVisitorSuggestion,
  editSuggestion,
  openSuggestionsPerKey,
  type ProjectRow,
  type Reader,
  rejectionsOfString,
  type SuggestionResult,
  suggestionsOfString,
  voteForSuggestion,
  withdrawSuggestion,
} from '@dragoman/store'
import { requireActor } from '../../access/require-actor.ts'
import { requireLanguage } from '../../access/require-rows.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount.ts'
import { idsIn } from '../ids-in.ts'
import { suggestionPresenterFor } from '../present.ts'
import { suggestionDecisionHandlers } from './decision-handlers.ts'
import { suggestionOf } from './find-suggestion.ts'
import { presentRejection } from './present-rejection.ts'
import { failureOfSuggestion } from './suggestion-failure.ts'
import { visitorAddresses } from './visitor-addresses.ts'

export function suggestionsHandlers(deps: Deps): Handlers['suggestions'] {
  const { store, now } = deps
  const visitors = visitorAddresses(deps)
  return {
    list: ({ params, actor, read }) =>
      read(async (r, { project, language: { tag } }) => {
        const of = { projectId: project.id, keyId: params.key, language: tag }
        // Reasons for sending back a colleague's text are for members only.
        const isMember = can(actor, 'history.read', { on: 'project', projectId: project.id })
        return {
          suggestions: (await suggestionsOfString(r, of)).map(suggestionPresenterFor(actor, project)),
          rejections: isMember ? (await rejectionsOfString(r, of)).map(presentRejection) : [],
        }
      }),

    counts: ({ query, read }) =>
      read(async (r, { project }) => {
        const { tag } = await requireLanguage(r, project, query.language)
        const of = { projectId: project.id, keyIds: idsIn(query.keys), language: tag }
        return { counts: [...(await openSuggestionsPerKey(r, of))] }
      }),

    async add({ body, actor, caller, write }) {
      if (caller.actor === null && body.visitor !== undefined) await visitors.countName(caller)
      return write(async (w, { project, language: { tag }, key }) => {
        requireText(actor, project, { language: tag, namespace: key.namespace })
        const at = now()
        const text = {
          projectId: project.id,
          keyId: key.id,
          language: tag,
          forms: body.forms,
          note: body.note,
          at: at.toISOString(),
        }
        const present = suggestionPresenterFor(actor, project)
        if (caller.actor !== null)
          return doneOf(await addSuggestion(w, { ...text, author: caller.actor }), present)
        if (body.visitor !== undefined) await visitors.requireOwnName(w, body.visitor.name)
        const visitor = visitors.require(project, body.visitor, caller)
        return doneOf(await addVisitorSuggestion(w, { ...text, visitor, nowMs: at.getTime() }), present)
      })
    },

    async requestVisitorCode({ body, caller, project }) {
      await visitors.countName(caller)
      await store.read((r) => visitors.requireOwnName(r, body.name))
      return visitors.sendCode(project, body, caller)
    },

    confirmVisitor: ({ body, caller }) => visitors.confirm(body, caller),

    edit: ({ params, body, caller, write }) =>
      write(async (w, { project }) => {
        const { forms, note, baseVersion } = body
        const of = await suggestible(w, project, params.suggestion, caller)
        return doneOf(await editSuggestion(w, { ...of, forms, note, baseVersion }), of.present)
      }),

    withdraw: ({ params, caller, write }) =>
      write(async (w, { project }) => {
        const of = await suggestible(w, project, params.suggestion, caller)
        return doneOf(await withdrawSuggestion(w, of), of.present)
      }),

    vote: ({ params, body, caller, write }) =>
      write(async (w, { project }) => {
        const of = await suggestible(w, project, params.suggestion, caller)
        return doneOf(
          await voteForSuggestion(w, { ...of, isFor: body.isFor, at: now().toISOString() }),
          of.present,
        )
      }),

    ...suggestionDecisionHandlers(deps),
  }
}

/** Returns a suggestion of the project, if someone with an account can suggest for its text. */
async function suggestible(
  r: Reader,
  project: ProjectRow,
  suggestion: number,
  caller: Caller,
): Promise<{
  readonly projectId: number
  readonly id: number
  readonly by: Actor
  readonly present: ReturnType<typeof suggestionPresenterFor>
}> {
  const { id: actorId, name } = requireActor(caller)
  const { id, language, namespace } = await suggestionOf(r, project, suggestion)
  requireText(caller.actor, project, { language, namespace })
  const present = suggestionPresenterFor(caller.actor, project)
  return { projectId: project.id, id, by: { id: actorId, name }, present }
}

/** Throws `not-allowed` if someone cannot suggest for texts of this language and namespace. */
function requireText(
  actor: Principal | null,
  { id: projectId }: ProjectRow,
  of: { readonly language: string; readonly namespace: string },
): void {
  const reason = explain(actor, 'suggestions.add', { on: 'text', projectId, ...of })
  if (reason !== null) throw new Failure('not-allowed', { reason, ...of })
}

function doneOf(result: SuggestionResult, present: ReturnType<typeof suggestionPresenterFor>) {
  if (result.ok) return present(result.suggestion)
  throw failureOfSuggestion(result.refusal)
}
