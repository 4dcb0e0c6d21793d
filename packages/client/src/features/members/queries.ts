import {
  api,
  type BodyOf,
  type MemberChangeBody,
  type MemberReply,
  type NewTokenBody,
} from '@dragoman/contract'
import type { MemberRef, ProjectAction, ProjectRole, TextAction } from '@dragoman/core'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/server/call.ts'
import { pagesOf } from '../../lib/server/pages.ts'
import { projectKey } from '../../lib/server/project-key.ts'

export type MembersShown = 'everyone' | MemberReply['kind']

export type MemberFilter = {
  readonly show: MembersShown
  readonly q: string
  readonly role: ProjectRole | null
  readonly language: string | null
  readonly namespace: string | null
}

export type AccessAsked = {
  readonly who: MemberRef | 'visitor'
  readonly action: ProjectAction | TextAction
  readonly language: string | null
  readonly namespace: string | null
}

const PAGE = 200

export const memberQueries = {
  all: (project: string) => projectKey(project, 'members'),
  list: (project: string, filter: MemberFilter) => ({
    ...pagesOf(projectKey(project, 'members', 'list', filter), (from, signal) => {
      const { show, q, role, language, namespace } = filter
      const query = {
        show,
        q,
        limit: PAGE,
        ...from,
        ...(role === null ? {} : { role }),
        ...(language === null ? {} : { language }),
        ...(namespace === null ? {} : { namespace }),
      }
      return call(api.members.list, { params: { project }, query, signal })
    }),
    placeholderData: keepPreviousData,
  }),
  access: (project: string, { who, action, language, namespace }: AccessAsked) =>
    queryOptions({
      queryKey: projectKey(project, 'members', 'access', who, action, language, namespace),
      queryFn: ({ signal }) => {
        const query = {
          who,
          action,
          ...(language === null ? {} : { language }),
          ...(namespace === null ? {} : { namespace }),
        }
        return call(api.members.explain, { params: { project }, query, signal })
      },
    }),
  groups: (project: string) =>
    queryOptions({
      queryKey: projectKey(project, 'members', 'groups'),
      queryFn: async ({ signal }) =>
        (await call(api.groups.available, { params: { project }, signal })).groups,
    }),
}

export const memberMutations = {
  change: (project: string, changes: readonly MemberChangeBody[]) =>
    call(api.members.change, { params: { project }, body: { changes: [...changes] } }),
  leave: (project: string) => call(api.members.leave, { params: { project } }),
  invite: (project: string, body: BodyOf<typeof api.invitations.create>) =>
    call(api.invitations.create, { params: { project }, body }),
  link: async (project: string, invitation: number) =>
    (await call(api.invitations.link, { params: { project, invitation } })).url,
  resend: (project: string, invitation: number) =>
    call(api.invitations.resend, { params: { project, invitation }, body: { days: 7 } }),
  createGroup: (name: string) => call(api.groups.create, { body: { name } }),
  addToGroup: (group: number, add: readonly number[]) =>
    call(api.groups.changePeople, { params: { group }, body: { add: [...add], remove: [] } }),
  takeFromGroup: (group: number, remove: readonly number[]) =>
    call(api.groups.changePeople, { params: { group }, body: { add: [], remove: [...remove] } }),
}

/** Tokens of a project, or (null) of the signed-in person. */
export const tokenQueries = {
  list: (project: string | null) =>
    queryOptions({
      queryKey: project === null ? ['own-tokens'] : projectKey(project, 'members', 'tokens'),
      queryFn: async ({ signal }) =>
        project === null
          ? (await call(api.tokens.listOwn, { signal })).tokens
          : (await call(api.tokens.list, { params: { project }, signal })).tokens,
    }),
}

export const tokenMutations = {
  create: (project: string | null, body: NewTokenBody) =>
    project === null
      ? call(api.tokens.createOwn, { body })
      : call(api.tokens.create, { params: { project }, body }),
  revoke: (project: string | null, token: number) =>
    project === null
      ? call(api.tokens.revokeOwn, { params: { token } })
      : call(api.tokens.revoke, { params: { project, token } }),
}
