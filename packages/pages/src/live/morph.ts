/**
 * Makes an element like another one and returns how many changes that took. What a reader uses
 * stays: the elements themselves, so that focus and typed text do; folds as they are; and a form
 * with typed text even if the other element has none. Runs in the browser as text, so it uses
 * nothing outside.
 */
export function morph(from: Element, to: Element): number {
  let changes = 0

  const isReaders = (element: Element, name: string): boolean =>
    name === 'open' && element.localName === 'details'

  function isTyped(field: HTMLInputElement | HTMLTextAreaElement): boolean {
    return field.value !== field.defaultValue
  }

  function isInUse(node: Node): boolean {
    if (!(node instanceof Element)) return false
    const fields = node.querySelectorAll<HTMLInputElement>('input:not([type=hidden]),textarea')
    return [...fields].some((field) => field === document.activeElement || isTyped(field))
  }

  function keyOf(node: Node): string | null {
    if (!(node instanceof Element)) return null
    return node.getAttribute('data-key') ?? node.getAttribute('id')
  }

  function keysIn(parent: Node): Map<string, ChildNode> {
    const keys = new Map<string, ChildNode>()
    for (const child of parent.childNodes) {
      const key = keyOf(child)
      if (key !== null && !keys.has(key)) keys.set(key, child)
    }
    return keys
  }

  function morphAttributes(old: Element, wanted: Element): void {
    for (const name of old.getAttributeNames()) {
      if (wanted.hasAttribute(name) || isReaders(old, name)) continue
      old.removeAttribute(name)
      changes++
    }
    for (const { name, value } of wanted.attributes) {
      if (old.getAttribute(name) === value || isReaders(old, name)) continue
      old.setAttribute(name, value)
      changes++
    }
  }

  function dropMissing(parent: Element, wanted: Map<string, ChildNode>): void {
    // A copy, because the list changes with the element.
    const children = Array.from(parent.childNodes)
    for (const child of children) {
      const key = keyOf(child)
      if (key === null || wanted.has(key) || isInUse(child)) continue
      child.remove()
      changes++
    }
  }

  function canBecome(old: Node, wanted: Node): boolean {
    return old.nodeName === wanted.nodeName && keyOf(old) === keyOf(wanted)
  }

  /** Prefers what is in the right place already; a key finds what is elsewhere, once. */
  function findMatch(
    wanted: Node,
    at: ChildNode | null,
    known: Map<string, ChildNode>,
  ): ChildNode | undefined {
    const key = keyOf(wanted)
    const keyed = key === null ? undefined : known.get(key)
    const match = at !== null && canBecome(at, wanted) ? at : keyed
    if (match === undefined || !canBecome(match, wanted)) return undefined
    if (key !== null && match === keyed) known.delete(key)
    return match
  }

  function morphChildren(parent: Element, wanted: Element): void {
    const wantedKeys = keysIn(wanted)
    dropMissing(parent, wantedKeys)
    const known = keysIn(parent)
    const isKept = (node: Node): boolean => {
      const key = keyOf(node)
      return key !== null && !wantedKeys.has(key)
    }
    let at = parent.firstChild
    for (const child of wanted.childNodes) {
      while (at !== null && isKept(at)) at = at.nextSibling
      const match = findMatch(child, at, known)
      if (match === undefined) {
        parent.insertBefore(document.importNode(child, true), at)
        changes++
        continue
      }
      if (match === at) at = at.nextSibling
      else {
        parent.insertBefore(match, at)
        changes++
      }
      morphNode(match, child)
    }
    while (at !== null) {
      const next: ChildNode | null = at.nextSibling
      if (!isInUse(at)) {
        at.remove()
        changes++
      }
      at = next
    }
  }

  function morphNode(old: Node, wanted: Node): void {
    if (old instanceof Element && wanted instanceof Element) {
      morphAttributes(old, wanted)
      morphChildren(old, wanted)
    } else if (old.nodeValue !== wanted.nodeValue) {
      old.nodeValue = wanted.nodeValue
      changes++
    }
  }

  morphNode(from, to)
  return changes
}
