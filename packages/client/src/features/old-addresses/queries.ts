import { api, type BodyOf } from '@dragoman/contract'
import { call } from '../../lib/server/call.ts'
import { projectKey } from '../../lib/server/project-key.ts'
import { queryOf } from '../../lib/server/query-of.ts'

export type OldAddressFields = BodyOf<typeof api.oldAddresses.add>

/** URLs with which apps were shipped before their project moved here. */
export const oldAddressQueries = {
  namespaces: (project: string) =>
    queryOf(projectKey(project, 'old-addresses', 'namespaces'), api.namespaces.list, { params: { project } }),
}

export const oldAddressMutations = {
  add: (project: string, body: OldAddressFields) => call(api.oldAddresses.add, { params: { project }, body }),
  remove: (project: string, address: number) =>
    call(api.oldAddresses.remove, { params: { project, address } }),
}
