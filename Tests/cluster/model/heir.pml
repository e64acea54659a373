/* The writer's office: one row in the engine, changed on conditions, and the log behind it.

   Replicas are paused at any step (interleaving), crash, and lose replies; an append may arrive after its writer gave it
   up. The engine may make a change visible without having replicated it (a commit whose wait was cut short), and may fail
   over once to what was replicated. With a synchronous standby it never replies to such a change: every acknowledged
   change was replicated, and with it all before it. With an asynchronous standby (ASYNC) it may reply, and the failover
   takes back what was acknowledged: entries, and claims, so that a term is claimed twice.

   Checked: 1. what was acknowledged stays in the log; 2. who takes office knows all that was acknowledged; 3. a term
   has one holder; 4. who answers a read within its lease is the newest holder; 5. an answered renewal is the holder's,
   and continues the log that it knows. With ASYNC what the failover takes back is excepted from 1 to 3, and a lease from
   before it from 4.

   The bounds are below. `run` checks three sets of them, and that each planted fault (FAULT 1 to 6) is found. ProgressLog's
   Office is the same protocol in Swift; OfficeModelTests drives it at random with more entries, terms and replicas. */
#ifndef N
#define N 2
#endif
#ifndef MAXLOG
#define MAXLOG 1
#endif
#ifndef MAXTERM
#define MAXTERM 2
#endif
#ifndef MAXNOW
#define MAXNOW 3
#endif
#ifndef L
#define L 1             /* lease, ticks */
#endif
#ifndef MAXMARK
#define MAXMARK 4
#endif
#ifndef FAULT
#define FAULT 0
#endif
#ifndef LATES         /* appends that may arrive late */
#define LATES 0
#endif
#ifndef FAILOVERS
#define FAILOVERS 1
#endif
#ifndef ASYNC         /* whether what was answered may be lost */
#define ASYNC 0
#endif

typedef row { byte term, tail, mark, free, key; byte who[3], by[3] }   /* by: the key under which entry i was written */
row now_, safe;         /* as everybody sees it; what is replicated */
byte acked[3];          /* the key under which entry i was acknowledged; 0: not */
byte ackedTail, clock, crashes, failovers;
byte marks;             /* every change brings a mark that was never there before, also if it is rolled back */
byte lates, lateTerm, lateKey, lateTail, lateWho;   /* an append without an answer that is still on its way */
byte holder[5];         /* who knows to have taken a term, + 1 */

inline copy(a, b) { a.term = b.term; a.tail = b.tail; a.mark = b.mark; a.free = b.free; a.key = b.key;
  a.who[1] = b.who[1]; a.who[2] = b.who[2]; a.by[1] = b.by[1]; a.by[2] = b.by[2] }

/* Whether the row is that of the writer who has this term and drew this key. */
#if FAULT == 6
#define IS_MINE(t, k) (now_.term == t)
#else
#define IS_MINE(t, k) (now_.term == t && now_.key == k)
#endif

/* The change is replicated and the reply comes, or it is replicated and the reply is lost, or neither; or, with an
   asynchronous standby, the reply comes and it is not replicated. */
inline commit() { if :: copy(safe, now_); told = 1 :: copy(safe, now_) :: failovers < FAILOVERS -> skip
  :: ASYNC && failovers < FAILOVERS -> told = 1 fi }
#if FAULT == 3
inline draw() { marks++; now_.mark++ }          /* counts from what the row holds */
#else
inline draw() { marks++; now_.mark = marks }
#endif
inline acknowledge(i) { acked[i] = key; if :: ackedTail < i -> ackedTail = i :: else fi }

proctype ticking() { do :: clock < MAXNOW -> clock++ :: else -> break od }
proctype failing() { byte i; if :: atomic { failovers < FAILOVERS -> failovers++; copy(now_, safe);
#if ASYNC
    /* Entries that were answered and are lost no longer belong to anyone. */
    ackedTail = 0; i = 1; do
    :: i <= MAXLOG -> if :: now_.tail >= i && now_.by[i] == acked[i] -> ackedTail = i :: else -> acked[i] = 0 fi; i++
    :: else -> break od;
    i = now_.term + 1; do :: i <= MAXTERM -> holder[i] = 0; i++ :: else -> break od; i = 0
#endif
  } :: skip fi }

proctype arriving() { bool told;
end: atomic { lateTerm > 0 ->
    if :: IS_MINE(lateTerm, lateKey) && lateTail == now_.tail && marks < MAXMARK ->
         now_.tail++; now_.who[now_.tail] = lateWho; now_.by[now_.tail] = lateKey; draw(); commit()
       :: else fi;
    lateTerm = 0; lateKey = 0; lateTail = 0; lateWho = 0; told = 0 } }

/* An answered renewal, of a writer who is or was the holder. */
#if ASYNC
inline remember() { i = 1; do :: i <= MAXLOG -> mine[i] = (i <= known -> now_.by[i] : 0); i++ :: else -> break od; i = 0 }
inline renewed() { assert(now_.key == key); era = failovers;
  i = 1; do :: i <= known -> assert(now_.by[i] == mine[i]); i++ :: else -> break od; i = 0 }
#define IS_OF_THIS_ERA (era == failovers)
#else
inline remember() { skip }
inline renewed() { assert(now_.key == key) }
#define IS_OF_THIS_ERA true
#endif

proctype replica(byte me) {
  byte seenTerm, seenTail, seenMark, seenAt, my, key, known, sent, until, lost; bool ok, told, owes;
#if ASYNC
  byte mine[3], i, era;    /* the entries that it knows; at how many failovers it was answered last */
#endif
heir:
  skip;
  atomic { ok = 0; told = 0; owes = 0; my = 0; key = 0; known = 0; sent = 0; until = 0; remember();
    seenTerm = now_.term; seenTail = now_.tail; seenMark = now_.mark; seenAt = clock }
  do
  :: atomic { seenTerm != now_.term || seenTail != now_.tail || seenMark != now_.mark ->
       seenTerm = now_.term; seenTail = now_.tail; seenMark = now_.mark; seenAt = clock }
  :: atomic { seenTerm == now_.term && seenTail == now_.tail && seenMark == now_.mark && seenTerm < MAXTERM &&
       (now_.free || (lost > 0 && now_.mark == lost) || clock > seenAt + L) -> sent = clock }
     atomic { told = 0;
#if FAULT == 4
       ok = now_.term == seenTerm;
#else
       ok = now_.term == seenTerm && now_.tail == seenTail && now_.mark == seenMark;
#endif
       if :: ok && marks < MAXMARK -> now_.term++; now_.free = 0; draw(); now_.key = marks; commit() :: else -> ok = 0 fi;
       if :: ok && told -> my = now_.term; key = marks; assert(holder[my] == 0); holder[my] = me + 1; lost = 0
          :: ok && !told -> lost = now_.mark      /* no replica knows of that term: no lease began */
          :: else fi }
     if :: my > 0 -> goto office :: else -> goto heir fi
  :: clock == MAXNOW -> goto done
  od;
office:
  atomic { seenTerm = 0; seenTail = 0; seenMark = 0; seenAt = 0;
    if :: IS_MINE(my, key) -> known = now_.tail; assert(known >= ackedTail); until = sent + L; remember(); renewed()
       :: else -> goto heir fi }
  do
  :: !owes && known < MAXLOG && clock < MAXNOW -> sent = clock;
     atomic { told = 0;
#if FAULT == 1
       ok = now_.tail == known;
#else
       ok = IS_MINE(my, key) && now_.tail == known;
#endif
       if :: ok && marks < MAXMARK -> now_.tail++; now_.who[now_.tail] = me + 1; now_.by[now_.tail] = key; draw(); commit()
          :: ok && marks == MAXMARK -> goto done
          :: ok && lates < LATES -> lates++; lateTerm = my; lateKey = key; lateTail = known; lateWho = me + 1
          :: else fi;
       if :: ok && told -> renewed(); known++; acknowledge(known); until = sent + L; remember() :: else fi }
     if :: ok && told
        :: else ->          /* it looks */
           atomic { if
             :: IS_MINE(my, key) && now_.tail == known -> skip
             :: IS_MINE(my, key) && now_.tail > known && now_.who[known+1] == me + 1 && now_.by[known+1] == key ->
                known++; remember();
#if FAULT == 5
                acknowledge(known)
#else
                owes = 1      /* visible, but is it replicated? the next commit will tell */
#endif
#if ASYNC
             :: IS_MINE(my, key) && now_.tail < known -> known = now_.tail; owes = 0      /* it appends again */
#endif
             :: else -> goto heir fi }
     fi
  :: clock < MAXNOW -> sent = clock;
     atomic { told = 0; ok = IS_MINE(my, key) && now_.tail == known;
       if :: ok && marks < MAXMARK -> draw(); commit() :: ok && marks == MAXMARK -> goto done :: else fi;
       if :: ok && told -> renewed(); if :: owes -> acknowledge(known); owes = 0 :: else fi :: else fi }
     if :: ok && told ->                /* any delay: the reply is on its way */
#if FAULT == 2
           until = clock + L
#else
           until = sent + L
#endif
        :: ok && !told :: else -> goto heir fi
  :: atomic { clock < until && IS_OF_THIS_ERA -> assert(now_.key == key) }        /* a read is answered */
  :: atomic { crashes < 1 -> crashes++; goto heir }
  :: atomic { !owes && IS_MINE(my, key) && now_.tail == known && marks < MAXMARK -> told = 0; now_.free = 1; draw(); commit(); goto heir }
  :: clock == MAXNOW -> goto done
  od;
done: skip }

proctype end() { byte i;
  atomic { clock == MAXNOW -> i = 1; do :: i <= MAXLOG ->
    assert(acked[i] == 0 || (now_.tail >= i && (ASYNC || safe.tail >= i) && now_.by[i] == acked[i])); i++ :: else -> break od } }

init { now_.free = 1; safe.free = 1; atomic { byte k = 0; do :: k < N -> run replica(k); k++ :: else -> break od;
  run ticking(); run failing(); run arriving(); run end() } }
