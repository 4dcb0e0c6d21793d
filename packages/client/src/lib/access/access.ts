import type { SessionReply } from '@dragoman/contract'
import {
  type AccessRefusal,
  actorId,
  append,
  decideReview,
  explain,
  explainForSomeText,
  explainInAll,
  explainInLanguage,
  explainInThread,
  explainOnKeys,
  type InstanceAction,
  isTextAction,
  type Membership,
  namespacesFor,
  OF_PARENT_ACTIONS,
  type OnText,
  type Principal,
  type ProjectAction,
  parseActorId,
  type ReviewedWork,
  type ReviewRequested,
  type Sharing,
  type TextAction,
} from '@dragoman/core'
import { createContext, useContext } from 'react'
import { useTranslation } from 'react-i18next'

/** The signed-in person, and the open project; 0 for one they are not a member of. */
export type Access = {
  readonly principal: Principal
  readonly projectId: number
  /** The open project is a translation branch: actions on its project are refused. */
  readonly isBranch?: boolean
}

/** Null while unknown: then nothing is greyed out, and the server decides. */
export const AccessContext = createContext<Access | null>(null)

/**
 * Returns what someone can do in a project, from the server's response; `project`: its id, because it can get another
 * URL name after the session was loaded; null: outside of projects.
 */
export function accessOf(actor: SessionReply['actor'], project: number | null): Access | null {
  const id = parseActorId(actor?.id ?? null)
  if (actor === null || id === null) return null
  const { name, instanceRole, memberships } = actor
  const byId = new Map<number, Membership[]>()
  for (const { projectId, role, languages, namespaces, groupId } of memberships) {
    const limits = {
      languages: languages && new Set(languages),
      namespaces: namespaces && new Set(namespaces),
    }
    append(byId, projectId, { role, ...limits, groupId })
  }
  const projectId = memberships.find((membership) => membership.projectId === project)?.projectId ?? 0
  return { principal: { id, name, instanceRole, memberships: byId, token: null }, projectId }
}

/** Returns what someone can do in the project with this URL name. */
export function accessInProject(actor: SessionReply['actor'], project: string): Access | null {
  const own = actor?.memberships.find((membership) => membership.project === project)
  return accessOf(actor, own?.projectId ?? null)
}

/** Returns what a shared project permits to people who are not signed in. */
export function visitorAccess({ with: audience, role }: Sharing): Access {
  const projectId = 1
  const rights = { role, languages: null, namespaces: null, groupId: null }
  const memberships = new Map(audience === 'everyone' ? [[projectId, [rights]]] : [])
  const principal = {
    id: actorId('visitor'),
    name: '',
    instanceRole: 'visitor',
    memberships,
    token: null,
  } as const
  return { principal, projectId }
}

function otherAccessOf({ principal, projectId }: Access): 'owner' | 'group' | null {
  if (principal.instanceRole === 'owner') return 'owner'
  const memberships = principal.memberships.get(projectId) ?? []
  return memberships.some(({ groupId }) => groupId !== null) ? 'group' : null
}

type ReviewedText = Pick<OnText, 'language' | 'namespace'> & { readonly reviewOwn: boolean }

function explainReview(
  { principal, projectId }: Access,
  work: ReviewedWork,
  act: ReviewRequested['act'],
  { language, namespace, reviewOwn }: ReviewedText,
): AccessRefusal | null {
  const explainText = (action: TextAction) =>
    explain(principal, action, { on: 'text', projectId, language, namespace })
  const reviewer = {
    id: principal.id,
    reviewOwn,
    reviewRefusal: explainText('translations.review'),
    decisionRefusal: explainText('suggestions.decide'),
  }
  const decision = decideReview(work, reviewer, { act, seen: null, failsChecks: null })
  return 'code' in decision && decision.code === 'not-allowed' ? decision.reason : null
}

/**
 * Returns functions that check whether the person can do something in the open project, by the rules of the
 * server. They return the reason why not, as a sentence; null if permitted.
 */
export function useAccess() {
  const { t } = useTranslation('failures')
  const access = useContext(AccessContext)
  /** `action`: refused in a translation branch, if it is one for its parent. */
  const ask = (question: (access: Access) => AccessRefusal | null, action?: ProjectAction | TextAction) => {
    const isOfParent = access?.isBranch === true && action !== undefined && OF_PARENT_ACTIONS.has(action)
    const refusal = access && (question(access) ?? (isOfParent ? 'of-parent' : null))
    return refusal && t(`reason.${refusal}`, { defaultValue: t('not-allowed') })
  }
  return {
    /** Whether they can do it to texts in all these languages and namespaces; no namespace: to some of each language. */
    inAll: (
      action: TextAction,
      texts: { readonly languages: readonly string[]; readonly namespaces: readonly string[] },
    ) => ask(({ principal, projectId }) => explainInAll(principal, action, { projectId, ...texts }), action),
    /** Whether they can do it to keys of all these namespaces; without any: to some keys. */
    onKeys: (action: TextAction, namespaces: readonly string[] = []) =>
      ask(({ principal, projectId }) =>
        explainOnKeys(principal, action, { projectId, namespaces: [...new Set(namespaces)] }),
      ),
    /** The namespaces in which they can do it to texts of a language; null: all. */
    namespacesIn: (action: TextAction, language: string): readonly string[] | null => {
      const found =
        access && namespacesFor(access.principal, action, { projectId: access.projectId, language })
      return found === null ? null : [...found]
    },
    onInstance: (action: InstanceAction) =>
      ask(({ principal }) => explain(principal, action, { on: 'instance' })),
    onProject: (action: ProjectAction) =>
      ask(({ principal, projectId }) => explain(principal, action, { on: 'project', projectId }), action),
    onText: (action: TextAction, { language, namespace }: Pick<OnText, 'language' | 'namespace'>) =>
      ask(({ principal, projectId }) =>
        explain(principal, action, { on: 'text', projectId, language, namespace }),
      ),
    /**
     * Whether they can do it in a thread about a language or about all (null), by the rule of the server, which knows
     * the languages of the project: those to which someone is limited are among them.
     */
    inThread: (action: TextAction, { language, namespace }: Pick<OnText, 'language' | 'namespace'>) =>
      ask(({ principal, projectId }) => {
        const own = (principal.memberships.get(projectId) ?? []).flatMap((one) => [...(one.languages ?? [])])
        return explainInThread(principal, action, { projectId, language, namespace, languages: own })
      }),
    /** Whether they can approve or reject something, by the rule of the server (core/review/decide.ts). */
    onReview: (work: ReviewedWork, act: ReviewRequested['act'], on: ReviewedText) =>
      ask((asked) => explainReview(asked, work, act, on)),
    /** Whether they can do it to any text of a language. */
    inLanguage: (action: TextAction, language: string) =>
      ask(({ principal, projectId }) => explainInLanguage(principal, action, { projectId, language })),
    /** Whether they can do it to any text; the server checks each one. */
    onSomeText: (action: TextAction) =>
      ask(({ principal, projectId }) => explainForSomeText(principal, action, projectId), action),
    /** Whether they can do something to the project, or to any text in it. */
    onAnything: (action: ProjectAction | TextAction) =>
      ask(({ principal, projectId }) =>
        isTextAction(action)
          ? action === 'keys.edit'
            ? explainOnKeys(principal, action, { projectId, namespaces: [] })
            : explainForSomeText(principal, action, projectId)
          : explain(principal, action, { on: 'project', projectId }),
      ),
    /** Whether they can undo what someone did, or cancel it and run it again. */
    onUndo: (authorId: string | null) =>
      ask(({ principal, projectId }) => {
        const action = authorId === principal.id ? 'operations.undo' : 'operations.undo-any'
        return explainForSomeText(principal, action, projectId)
      }),
    /** What gives them access to the open project without a role of their own; null: nothing, or sharing only. */
    otherAccess: access && otherAccessOf(access),
    /** Whether the signed-in person is not a member of the open project. */
    isOutside:
      access !== null &&
      explain(access.principal, 'project.read', { on: 'project', projectId: access.projectId }) !== null,
    /** The open project is a translation branch. */
    isBranch: access?.isBranch === true,
    /** No one is signed in; the project is shared with everyone. */
    isVisitor: access?.principal.instanceRole === 'visitor',
    /** Whether this person is the author of something. */
    isOwn: (id: string | null) => access !== null && id === access.principal.id,
    /** Whether this person belongs to a group (`group:2`) of the project. */
    isOfGroup: (id: string) =>
      access !== null &&
      (access.principal.memberships.get(access.projectId) ?? []).some(
        ({ groupId }) => groupId !== null && id === `group:${groupId}`,
      ),
  }
}
