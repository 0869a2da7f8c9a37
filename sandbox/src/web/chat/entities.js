import { el, link } from '../page/dom.js'

const TAGS = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strikethrough: 's',
  code: 'code',
  pre: 'pre',
  blockquote: 'blockquote',
}
const MENTIONS = ['mention', 'hashtag', 'cashtag']
/** Block elements end their line, so the line break after them is not drawn. */
const BLOCKS = ['pre', 'blockquote']
const SAFE_LINK = /^(?:https?|tg|mailto):/i

/** Renders text with its entities as nodes; an entity that crosses the end of another is cut there. */
export function textNodes(text, entities = [], onCommand = () => {}) {
  return render({ text, onCommand }, entities, 0, text.length)
}

function render(source, entities, start, end) {
  const nodes = []
  const queue = [...entities].sort((a, b) => a.offset - b.offset || b.length - a.length)
  let at = start
  while (queue.length > 0) {
    const entity = queue.shift()
    const from = Math.max(at, entity.offset)
    const to = Math.min(end, entity.offset + entity.length)
    if (to <= from) continue
    if (from > at) nodes.push(source.text.slice(at, from))
    const inside = queue.filter((other) => other.offset < to)
    nodes.push(wrap(source, entity, render(source, inside, from, to), source.text.slice(from, to)))
    at = BLOCKS.includes(entity.type) && source.text[to] === '\n' ? Math.min(end, to + 1) : to
  }
  if (at < end) nodes.push(source.text.slice(at, end))
  return nodes
}

function wrap({ onCommand }, { type, url }, children, inside) {
  if (type === 'bot_command') return link({ class: 'command' }, () => onCommand(inside), ...children)
  if (MENTIONS.includes(type)) return el('span', { class: 'mention' }, ...children)
  const href = { url: inside, email: `mailto:${inside}`, text_link: url }[type]
  if (!SAFE_LINK.test(href)) return el(TAGS[type] ?? 'span', {}, ...children)
  return el('a', { href, target: '_blank', rel: 'noopener noreferrer' }, ...children)
}
