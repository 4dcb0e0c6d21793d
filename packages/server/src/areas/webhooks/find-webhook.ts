import { Failure } from '@dragoman/contract'
import { type ProjectRow, type Reader, type WebhookRow, webhookById } from '@dragoman/store'

export async function webhookOf(r: Reader, { id: projectId }: ProjectRow, id: number): Promise<WebhookRow> {
  const webhook = await webhookById(r, id)
  if (webhook?.projectId !== projectId) throw new Failure('not-found', { what: 'webhook' })
  return webhook
}
