import type { UserRow } from '../account-types.ts'
import { NameTakenError } from '../errors.ts'
import type { Reader, Writer } from '../store.ts'
import { emitChanged, userById, userByName, userRow } from './users.ts'

/**
 * Returns an address in the form used for comparison: case and full-width letters do not matter. Email is sent
 * to the address as its owner confirmed it, never as someone else typed it.
 */
export function foldAddress(address: string): string {
  return address.trim().normalize('NFKC').toLowerCase()
}

/** Returns the person with this confirmed address. */
export async function userByAddress({ db }: Reader, address: string): Promise<UserRow | null> {
  const row = await db
    .selectFrom('user')
    .selectAll()
    .where('email_folded', '=', foldAddress(address))
    .executeTakeFirst()
  return row ? userRow(row) : null
}

/** Returns the person who signs in: looked up by address, else by name. */
export async function userByLogin(r: Reader, login: string): Promise<UserRow | null> {
  return (login.includes('@') ? await userByAddress(r, login) : null) ?? userByName(r, login)
}

/**
 * Stores an address. Without `confirmedAt` it is only shown to its owner. Throws NameTakenError if someone
 * else has confirmed the same one.
 */
export async function setAddress(
  w: Writer,
  userId: number,
  { address, confirmedAt }: { readonly address: string | null; readonly confirmedAt: string | null },
): Promise<UserRow | null> {
  const isConfirmed = address !== null && confirmedAt !== null
  if (isConfirmed) {
    const there = await userByAddress(w, address)
    if (there !== null && there.id !== userId) throw new NameTakenError(address, 'address')
  }
  await w.db
    .updateTable('user')
    .set({
      email: address,
      email_folded: isConfirmed ? foldAddress(address) : null,
      email_confirmed_at: isConfirmed ? confirmedAt : null,
    })
    .where('id', '=', userId)
    .execute()
  emitChanged(w, userId)
  return userById(w, userId)
}
