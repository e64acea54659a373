/** Nodes by id, and who is below whom, as events tell it. */
export class Forest {
  nodes = new Map();
  children = new Map();  // parentID: the ids below it, as they joined

  /** Takes in a snapshot, or the part of one that a `progress` event carries. Undefined for a node not met before. */
  apply(update) {
    let node = this.nodes.get(update.id);
    if (!node && !("parentID" in update)) return undefined;
    const parentID = node?.parentID;
    if (!node) this.nodes.set(update.id, (node = {}));
    const starts = node.startedAt === null && !("startedAt" in update) && update.fractionCompleted !== node.fractionCompleted;
    Object.assign(node, update);
    if (starts) node.startedAt = node.updatedAt;  // only a full snapshot says it
    if (parentID !== node.parentID) {
      this.children.get(parentID)?.delete(node.id);
      if (!this.children.has(node.parentID)) this.children.set(node.parentID, new Set());
      this.children.get(node.parentID).add(node.id);
    }
    return node;
  }

  /** A node and everything below it, as ids; none of a node that is not there. */
  under(id) {
    const ids = this.nodes.has(id) ? [id] : [];
    for (const next of ids) for (const child of this.children.get(next) || []) ids.push(child);
    return ids;
  }

  /** Forgets a node and everything below it; gives their ids. */
  remove(id) {
    const gone = this.under(id);
    this.children.get(this.nodes.get(id)?.parentID)?.delete(id);
    for (const each of gone) {
      this.children.delete(each);
      this.nodes.delete(each);
    }
    return gone;
  }
}
