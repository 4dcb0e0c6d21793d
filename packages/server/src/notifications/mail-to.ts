import { type Reader, type UserRow, userById } from '@dragoman/store'

export type MailTo = { readonly name: string; readonly address: string }

/** Returns where a person gets email; null without a confirmed address. */
export function mailTo({ name, address, addressConfirmedAt }: UserRow): MailTo | null {
  return address === null || addressConfirmedAt === null ? null : { name, address }
}

/** Does the same for a person by id. */
export async function mailToOf(r: Reader, userId: number): Promise<MailTo | null> {
  const user = await userById(r, userId)
  return user && mailTo(user)
}
