import { putSetting, type Reader, setting, type Writer } from '@dragoman/store'

const NAME = 'auditDays'
const DEFAULT_DAYS = 730

/** How many days entries of the audit log are kept. */
export async function readAuditDays(r: Reader): Promise<number> {
  const days = await setting(r, NAME)
  return typeof days === 'number' && days > 0 ? days : DEFAULT_DAYS
}

export function putAuditDays(w: Writer, days: number): Promise<void> {
  return putSetting(w, NAME, days)
}
