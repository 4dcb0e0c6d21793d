import { type Reader, userById } from '@dragoman/store'

/** Returns where someone gets email; null without a confirmed address. */
export async function mailToOf(
  r: Reader,
  userId: number,
): Promise<{ readonly name: string; readonly address: string } | null> {
  const user = await userById(r, userId)
  if (user === null || user.address === null || user.addressConfirmedAt === null) return null
  return { name: user.name, address: user.address }
}
