import { sameText } from '../areas/session/setup-code.ts'

/** Whether an `Authorization` header has the token. */
export function isBearer(header: string | undefined, token: string): boolean {
  return header !== undefined && sameText(header, `Bearer ${token}`)
}
