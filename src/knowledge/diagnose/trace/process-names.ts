/** What a log calls the process that wrote a line: a pod, a worker, a replica, as schedulers and frameworks name them. */
export const processName =
  /\b(?:pod|instance|inst[aâ]ncia|replica|r[eé]plica|worker|node|nó|container|task|dyno|pid|host)[\s:=#/-]{1,3}(?:pid[\s:=#]{1,2})?["']?([\w.-]{1,60})|\b((?:[a-z]\w{1,20}-){1,4}[a-f0-9]{4,10}-[a-z0-9]{4,6})\b|\b(?:web|app|bff|api|srv|node)[-.]?(\d{1,3})\b/i
