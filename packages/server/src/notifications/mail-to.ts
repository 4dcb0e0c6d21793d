import { type Reader, userById } from '@dragoman/store'

/** Where somebody gets mail; null: no address of theirs is known, or it is not confirmed. */
export async function mailToOf(
  r: Reader,
  userId: number,
): Promise<{ readonly name: string; readonly address: string } | null> {
  const user = await userById(r, userId)
  if (user === null || user.address === null || user.addressConfirmedAt === null) return null
  return { name: user.name, address: user.address }
}
