import type { FollowableI18n } from './followable-i18n.ts'

/** Returns the name in Dragoman of a key as the app writes it, which can have a key separator of its own. */
export function keyName({ options }: Pick<FollowableI18n, 'options'>, key: string): string {
  const { keySeparator: separator } = options as { keySeparator?: string | false }
  return separator ? key.split(separator).join('.') : key
}
