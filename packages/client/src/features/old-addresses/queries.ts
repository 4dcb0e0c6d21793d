import { api, type BodyOf } from '@dragoman/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/server/call.ts'
import { projectKey } from '../../lib/server/project-key.ts'

export type OldAddressFields = BodyOf<typeof api.oldAddresses.add>

/** URLs with which apps were shipped before their project moved here. */
export const oldAddressQueries = {
  list: (project: string) =>
    queryOptions({
      queryKey: projectKey(project, 'old-addresses'),
      queryFn: ({ signal }) => call(api.oldAddresses.list, { params: { project }, signal }),
    }),
  namespaces: (project: string) =>
    queryOptions({
      queryKey: projectKey(project, 'old-addresses', 'namespaces'),
      queryFn: ({ signal }) => call(api.namespaces.list, { params: { project }, signal }),
    }),
}

export const oldAddressMutations = {
  add: (project: string, body: OldAddressFields) => call(api.oldAddresses.add, { params: { project }, body }),
  remove: (project: string, address: number) =>
    call(api.oldAddresses.remove, { params: { project, address } }),
}
