/** Returns the fields whose values differ, so that saving them keeps what someone else has changed in others. */
export function changedFields<Fields extends object>(before: Fields, after: Fields): Partial<Fields> {
  const changed: Partial<Fields> = {}
  for (const name in after)
    if (JSON.stringify(before[name]) !== JSON.stringify(after[name])) changed[name] = after[name]
  return changed
}
