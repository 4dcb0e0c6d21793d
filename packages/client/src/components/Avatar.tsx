import { FolderSync, GitBranch, Mail } from 'lucide-react'
import { useState } from 'react'
import { isVisitor } from './ActorName.tsx'
import styles from './Avatar.module.css'
import { initials } from './initials.ts'
import { ON_PERSON, personColor } from './person-color.ts'
import { isSync, useSourceKind } from './source-kinds.ts'

export type AvatarProps = {
  /** Id of the actor (`user:3`, `group:2`), or URL name of the project; determines the colour. */
  readonly id: string | null
  readonly name: string
  /** In pixels. */
  readonly size?: 20 | 24 | 32
  /** URL of a picture; the initials are shown until it is loaded. */
  readonly picture?: string | null
  /** Groups and projects are square; people with an open invitation are a dashed ring; visitors are a speech bubble. Groups and visitors are recognized by their id. */
  readonly kind?: 'person' | 'group' | 'project' | 'invited'
}

/**
 * A person's picture, or the initials on the person's colour; a sign for a folder or a repository. The name has
 * to be next to it.
 */
export function Avatar(props: AvatarProps) {
  return isSync(props.id) ? <SourceAvatar {...props} /> : <PersonAvatar {...props} />
}

/** Not a circle with initials, because no one is behind it. */
function SourceAvatar({ id, size = 24 }: AvatarProps) {
  const kind = useSourceKind(true)(id)
  const Sign = kind === 'repository' ? GitBranch : FolderSync
  return (
    <span
      className={styles.avatar}
      data-kind={kind}
      style={{ inlineSize: size, blockSize: size }}
      aria-hidden="true"
    >
      <Sign />
    </span>
  )
}

function PersonAvatar({ id, name, size = 24, picture = null, kind }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const shape = isVisitor(id) ? 'visitor' : (kind ?? (id?.startsWith('group:') ? 'group' : 'person'))
  const isPicture = picture !== null && picture !== broken
  const style = { inlineSize: size, blockSize: size, fontSize: size * SHARE_OF_LETTERS }
  return (
    <span
      className={styles.avatar}
      data-kind={shape}
      data-initials={isPicture || shape === 'invited' ? '' : initials(name)}
      style={
        isPicture || shape === 'invited' || shape === 'visitor'
          ? style
          : { ...style, color: ON_PERSON, background: personColor(id, name) }
      }
      aria-hidden="true"
    >
      {shape === 'invited' ? <Mail /> : null}
      {isPicture ? <img src={picture} alt="" onError={() => setBroken(picture)} /> : null}
    </span>
  )
}

const SHARE_OF_LETTERS = 0.4
