import { api, type BodyOf } from '@dragoman/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/server/call.ts'
import { pagesOf } from '../../lib/server/pages.ts'
import { projectKey } from '../../lib/server/project-key.ts'
import { queryOf } from '../../lib/server/query-of.ts'

export type WebhookFields = BodyOf<typeof api.webhooks.create>

/** Polling interval while deliveries are shown, because no event reports an attempt. */
const REFRESH_MS = 3_000
const PAGE = 30

export const webhookQueries = {
  list: (project: string) =>
    queryOf(projectKey(project, 'webhooks'), api.webhooks.list, { params: { project } }),
  deliveries: (project: string, webhook: number) => ({
    ...pagesOf(projectKey(project, 'webhooks', webhook, 'deliveries'), (from, signal) =>
      call(api.webhooks.deliveries, {
        params: { project, webhook },
        query: { limit: PAGE, ...from },
        signal,
      }),
    ),
    refetchInterval: REFRESH_MS,
  }),
  delivery: (project: string, webhook: number, delivery: number) =>
    queryOptions({
      queryKey: projectKey(project, 'webhooks', webhook, 'delivery', delivery),
      queryFn: ({ signal }) =>
        call(api.webhooks.delivery, { params: { project, webhook, delivery }, signal }),
      refetchInterval: REFRESH_MS,
    }),
}

export const webhookMutations = {
  create: (project: string, body: WebhookFields) => call(api.webhooks.create, { params: { project }, body }),
  update: (project: string, webhook: number, body: BodyOf<typeof api.webhooks.update>) =>
    call(api.webhooks.update, { params: { project, webhook }, body }),
  remove: (project: string, webhook: number) => call(api.webhooks.remove, { params: { project, webhook } }),
  replaceSecret: (project: string, webhook: number) =>
    call(api.webhooks.replaceSecret, { params: { project, webhook } }),
  test: (project: string, webhook: number) => call(api.webhooks.test, { params: { project, webhook } }),
  resend: (project: string, webhook: number, delivery: number) =>
    call(api.webhooks.resend, { params: { project, webhook, delivery } }),
}
