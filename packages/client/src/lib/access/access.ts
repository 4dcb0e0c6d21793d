import type { SessionReply } from '@dragoman/contract'
import {
  type AccessRefusal,
  actorId,
  explain,
  explainForSomeText,
  type InstanceAction,
  isTextAction,
  type Membership,
  type OnText,
  type Principal,
  type ProjectAction,
  parseActorId,
  type Sharing,
  type TextAction,
} from '@dragoman/core'
import { createContext, useContext } from 'react'
import { useTranslation } from 'react-i18next'

/** Who is signed in, and the project that is open; 0 for one they are no member of. */
export type Access = { readonly principal: Principal; readonly projectId: number }

/** Null where it is not known yet: then nothing is greyed out, and the server decides. */
export const AccessContext = createContext<Access | null>(null)

/** What somebody may in a project, of what the server says of them. */
export function accessOf(actor: SessionReply['actor'], project: string): Access | null {
  const id = parseActorId(actor?.id ?? null)
  if (actor === null || id === null) return null
  const { name, instanceRole, memberships } = actor
  const byId = new Map<number, Membership[]>()
  for (const { projectId, role, languages, namespaces, groupId } of memberships) {
    const limits = {
      languages: languages && new Set(languages),
      namespaces: namespaces && new Set(namespaces),
    }
    byId.set(projectId, [...(byId.get(projectId) ?? []), { role, ...limits, groupId }])
  }
  const projectId = memberships.find((membership) => membership.project === project)?.projectId ?? 0
  return { principal: { id, name, instanceRole, memberships: byId, token: null }, projectId }
}

/** What a project that is shared gives to whoever is not signed in. */
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

/**
 * Asks whether the person may do something in the open project, by the rules of the server. Answers with the
 * reason why not, as a sentence; null where they may.
 */
export function useAccess() {
  const { t } = useTranslation('failures')
  const access = useContext(AccessContext)
  const ask = (question: (access: Access) => AccessRefusal | null): string | null => {
    const refusal = access && question(access)
    return refusal && t(`reason.${refusal}`, { defaultValue: t('not-allowed') })
  }
  return {
    onInstance: (action: InstanceAction) =>
      ask(({ principal }) => explain(principal, action, { on: 'instance' })),
    onProject: (action: ProjectAction) =>
      ask(({ principal, projectId }) => explain(principal, action, { on: 'project', projectId })),
    onText: (action: TextAction, { language, namespace }: Pick<OnText, 'language' | 'namespace'>) =>
      ask(({ principal, projectId }) =>
        explain(principal, action, { on: 'text', projectId, language, namespace }),
      ),
    /** Whether there is any text they may do it to: the server looks at each. */
    onSomeText: (action: TextAction) =>
      ask(({ principal, projectId }) => explainForSomeText(principal, action, projectId)),
    /** Whether they may do something to the project, or to any text of it. */
    onAnything: (action: ProjectAction | TextAction) =>
      ask(({ principal, projectId }) =>
        isTextAction(action)
          ? explainForSomeText(principal, action, projectId)
          : explain(principal, action, { on: 'project', projectId }),
      ),
    /** Whether somebody is signed in who is no member of the open project. */
    isOutside:
      access !== null &&
      explain(access.principal, 'project.read', { on: 'project', projectId: access.projectId }) !== null,
    /** Nobody is signed in: a project that is shared with everyone. */
    isVisitor: access?.principal.instanceRole === 'visitor',
    /** Whether something is what this person did. */
    isOwn: (id: string | null) => access !== null && id === access.principal.id,
    /** Whether a group (`group:2`) that has a part in the project is one of theirs. */
    isOfGroup: (id: string) =>
      access !== null &&
      (access.principal.memberships.get(access.projectId) ?? []).some(
        ({ groupId }) => groupId !== null && id === `group:${groupId}`,
      ),
  }
}
