import type { CommentReply } from '@dragoman/contract'
import { memo, type ReactNode, useMemo } from 'react'
import styles from './CommentText.module.css'
import { type Node, readMarkdown } from './read-markdown.ts'

/** The text of a comment: Markdown as elements, mentions with current names. */
export const CommentText = memo(function CommentText({
  text,
  mentions,
}: Pick<CommentReply, 'text' | 'mentions'>) {
  const nodes = useMemo(() => readMarkdown(text), [text])
  const names = new Map(mentions.map(({ ref, name }) => [ref, name]))
  return (
    <div className={styles.text} dir="auto">
      {draw(nodes, names)}
    </div>
  )
})

function draw(nodes: readonly Node[], names: ReadonlyMap<string, string>): ReactNode[] {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no identity but their position
  return nodes.map((node, place) => <Piece key={place} node={node} names={names} />)
}

function Piece({ node, names }: { readonly node: Node; readonly names: ReadonlyMap<string, string> }) {
  switch (node.kind) {
    case 'text':
      return node.text
    case 'break':
      return <br />
    case 'placeholder':
      return (
        <code className={styles.placeholder} dir="ltr">
          {node.text}
        </code>
      )
    case 'mention':
      return <bdi className={styles.mention}>@{names.get(node.ref) ?? node.name}</bdi>
    case 'code':
      return node.isBlock ? (
        <pre className={styles.block} dir="ltr">
          <code>{node.text}</code>
        </pre>
      ) : (
        <code className={styles.code} dir="ltr">
          {node.text}
        </code>
      )
    case 'link':
      return (
        <a href={node.href} rel="noopener noreferrer nofollow" target="_blank">
          {draw(node.children, names)}
        </a>
      )
    default: {
      const Element = node.kind
      return <Element>{draw(node.children, names)}</Element>
    }
  }
}
