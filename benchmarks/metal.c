/* The base game without objects: sides A, no modules, profile official, a game to its end.
 *
 * Only for `python -m benchmarks.metal`, which says how far the engine is from the metal. The rules
 * are those of `engine/`, named by the same rulings; the numbers come from it (`Numbers`). The pile
 * is a count of copies, since cards come at the start of a round only. Resigning is not here, nor
 * are entries that write a forced answer out.
 *
 * A packed entry has a nibble each for the verb, the seat (15: the bank) and up to six numbers. */

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { SEATS = 4, SHIPS = 4, SHIP_SPACES = 4, ROW = 4, KINDS = 12, SPACES = 32, ROUND_CARDS = 7 };
enum { BANK = 15, EMPTY = -1, FRONT_TO_BACK = 0x4321 };
enum { MARKET, PYRAMID, TEMPLE, BURIAL_CHAMBER, OBELISKS, SITES };
enum { PAVED_PATH = 2, DECORATIONS, STATUE = 7, LEVER }; /* cards, as the engine numbers them */
enum { TAKE, LOAD, SAIL, PASS, PLAY_LEVER, PLAY_HAMMER, PLAY_SAIL, PLAY_CHISEL }; /* verbs */
enum { CHOOSE_CARD = PLAY_CHISEL + 1, REVEAL_ROUND_CARD, DEAL_MARKET };
enum { ROUND_CARD, MARKET_CARDS, TURN, CARD, OVER }; /* what is awaited */

/* The edition's numbers for so many players. */
typedef struct {
    int32_t stones, starting[SEATS], sled, take, hammer, rounds, minimum[SHIP_SPACES + 1];
    int32_t round_cards[ROUND_CARDS], copies[KINDS];
    int32_t pyramid[SPACES], temple_spaces, temple[5], areas[SPACES], obelisks[SEATS];
    int32_t decoration, statues[SPACES], unused_blue;
} Numbers;

/* Of size 0: it has sailed. */
typedef struct {
    int8_t size, load, spaces[SHIP_SPACES];
} Ship;

/* `chamber`: a bit for each of the player's stones in the burial chamber. */
typedef struct {
    int32_t points;
    uint32_t chamber;
    int8_t sled, quarry, obelisk, cards[KINDS];
} Player;

/* `temple`: the visible stones; `cargo`: of the last ship, of which `arrived` have been sold for a
 * card if it went to the market. */
typedef struct {
    const Numbers *numbers;
    int players, round, turn, last_sailor, passes, in_harbour, revealed, awaited;
    int stones_at[SITES];
    bool docked[SITES];
    Ship ships[SHIPS + 1];
    Player seats[SEATS];
    int8_t temple[5], row[ROW], face_up, cargo[SHIP_SPACES], arrived, laden, located[KINDS];
} Game;

static inline int nibble(uint32_t word, int number) {
    return word >> 4 * number & 15;
}

static inline int can_take(const Game *g, const Player *p, int count) {
    int room = g->numbers->sled - p->sled;
    count = room < count ? room : count;
    return p->quarry < count ? p->quarry : count;
}

/* A stone arrives where nothing is asked (R6.1, R7.1, R8.1, R9.1). */
static inline void deliver(Game *g, int seat, int site) {
    int number = g->stones_at[site]++;
    Player *p = &g->seats[seat];
    if (site == PYRAMID)
        p->points += g->numbers->pyramid[number];
    else if (site == TEMPLE)
        g->temple[number % g->numbers->temple_spaces] = seat;
    else if (site == BURIAL_CHAMBER)
        p->chamber |= UINT32_C(1) << number;
    else
        p->obelisk++;
}

/* Joined stones of one colour in three rows, filled column by column (R8.1). */
static int area_points(const Numbers *n, uint32_t stones) {
    const uint32_t top = 0x09249249, bottom = top << 2; /* every third bit */
    int points = 0;
    while (stones) {
        uint32_t area = stones & -stones, before;
        do {
            before = area;
            area |= (area << 3 | area >> 3 | (area & ~bottom) << 1 | (area & ~top) >> 1) & stones;
        } while (area != before);
        points += n->areas[__builtin_popcount(area)];
        stones &= ~area;
    }
    return points;
}

/* Places by height; level ones share, rounded down (R9.1). */
static int obelisk_points(const Game *g, int height) {
    int higher = 0, level = 0, points = 0;
    for (int seat = 0; seat < g->players; seat++) {
        higher += g->seats[seat].obelisk > height;
        level += g->seats[seat].obelisk == height;
    }
    for (int place = higher; place < higher + level; place++)
        points += g->numbers->obelisks[place];
    return height ? points / level : 0;
}

static void end_game(Game *g) {
    const Numbers *n = g->numbers;
    g->awaited = OVER;
    for (int seat = 0; seat < g->players; seat++) {
        Player *p = &g->seats[seat];
        p->points += area_points(n, p->chamber) + obelisk_points(g, p->obelisk);
        p->points += n->statues[p->cards[STATUE]];
        for (int site = PYRAMID; site < SITES; site++)
            p->points += p->cards[DECORATIONS + site - 1] * (g->stones_at[site] / n->decoration);
        for (int card = LEVER; card < KINDS; card++)
            p->points += p->cards[card] * n->unused_blue;
    }
}

/* The temple, the docks, the next round (R2.7, R13.2). `last_sailor` is the seat that opens a round
 * until a ship sails (R2.6). */
static void close_round(Game *g) {
    for (int space = 0; space < g->numbers->temple_spaces && space < g->stones_at[TEMPLE]; space++)
        g->seats[g->temple[space]].points += g->numbers->temple[space];
    memset(g->docked, 0, sizeof g->docked);
    g->turn = g->last_sailor = (g->last_sailor + 1) % g->players;
    g->passes = 0;
    g->awaited = ROUND_CARD;
    if (g->round++ == g->numbers->rounds)
        end_game(g);
}

/* Stones on unsailed ships go home, the ships are gone (R2.6). */
static void hand_back(Game *g) {
    for (const Ship *ship = &g->ships[1]; ship <= &g->ships[SHIPS]; ship++)
        for (int space = 0; space < ship->size; space++)
            if (ship->spaces[space] != EMPTY)
                g->seats[ship->spaces[space]].quarry++;
    close_round(g);
}

static bool end_turn(Game *g, int passes) {
    g->passes = passes;
    g->awaited = TURN;
    g->turn = g->turn + 1 == g->players ? 0 : g->turn + 1;
    if (!g->in_harbour)
        close_round(g);
    else if (passes == g->players)
        hand_back(g);
    return true;
}

/* The card of a space comes to the owner of the next stone, which then goes home (R4.2). */
static void sell(Game *g, int space) {
    static const int sites[] = {PYRAMID, BURIAL_CHAMBER, OBELISKS}; /* of the red cards */
    int seat = g->cargo[g->arrived++], card = g->row[space];
    Player *p = &g->seats[seat];
    g->row[space] = EMPTY;
    g->face_up--;
    if (card > PAVED_PATH)
        p->cards[card]++;
    if (card > PAVED_PATH || !p->quarry)
        p->quarry++;
    else
        deliver(g, seat, sites[card]); /* another stone has left the quarry */
}

/* Stones that need no answer: the only card is taken at once (R2.8), none gives nothing (R4.4). */
static bool unload_at_market(Game *g) {
    for (int space = 0; g->face_up == 1 && g->arrived < g->laden; space++)
        if (g->row[space] != EMPTY)
            sell(g, space);
    for (; !g->face_up && g->arrived < g->laden; g->arrived++)
        g->seats[g->cargo[g->arrived]].quarry++;
    g->awaited = CARD;
    return g->arrived < g->laden || end_turn(g, 0);
}

static bool choose_card(Game *g, uint32_t words) {
    int space = (int)words - 1;
    if (space < 0 || space >= ROW || g->row[space] == EMPTY)
        return false;
    sell(g, space);
    return unload_at_market(g);
}

/* Each round card comes once (R1.3); `words` are its ships. */
static bool reveal_round_card(Game *g, uint32_t words) {
    int card = 0;
    while ((uint32_t)g->numbers->round_cards[card] != words || g->revealed >> card & 1)
        if (++card == ROUND_CARDS)
            return false;
    g->revealed |= 1 << card;
    g->in_harbour = SHIPS;
    for (int number = 1; number <= SHIPS; number++)
        g->ships[number] = (Ship){nibble(words, number - 1), 0, {EMPTY, EMPTY, EMPTY, EMPTY}};
    g->awaited = MARKET_CARDS;
    return true;
}

/* The row of a round (R13.1): by their numbers plus 1, as many copies as there are (R13.4). */
static bool deal_market(Game *g, uint32_t words) {
    for (int space = 0; space < ROW; space++, words >>= 4) {
        int card = nibble(words, 0) - 1;
        if (card < 0 || card >= KINDS || ++g->located[card] > g->numbers->copies[card])
            return false;
        g->row[space] = card;
    }
    g->face_up = ROW;
    g->awaited = TURN;
    return !words;
}

/* A stone of the sled onto a space, if it can be done (R2.3). */
static inline bool place(Game *g, int number, int space) {
    if (number < 1 || number > SHIPS || space < 1 || space > g->ships[number].size ||
        g->ships[number].spaces[space - 1] != EMPTY || g->seats[g->turn].sled-- == 0)
        return false;
    g->ships[number].spaces[space - 1] = g->turn;
    g->ships[number].load++;
    return true;
}

/* Its minimum is aboard, the dock is free (R2.4). */
static inline bool can_sail(const Game *g, int number, int site) {
    return number >= 1 && number <= SHIPS && site < SITES && !g->docked[site] &&
           g->ships[number].size &&
           g->ships[number].load >= g->numbers->minimum[g->ships[number].size];
}

/* A ship leaves and unloads by the spaces of `order` (R3.1, R5.5). */
static bool sail(Game *g, int number, int site, uint32_t order) {
    Ship *ship = &g->ships[number];
    g->laden = g->arrived = 0;
    for (; order; order >>= 4) {
        int space = nibble(order, 0) - 1;
        if (space < ship->size && ship->spaces[space] != EMPTY)
            g->cargo[g->laden++] = ship->spaces[space];
    }
    ship->size = 0;
    g->in_harbour--;
    g->docked[site] = true;
    g->last_sailor = g->turn;
    if (site == MARKET)
        return unload_at_market(g);
    for (int stone = 0; stone < g->laden; stone++)
        deliver(g, g->cargo[stone], site);
    return end_turn(g, 0);
}

/* `order` names each loaded space, and no other. */
static bool is_order(const Game *g, int number, uint32_t order) {
    const Ship *ship = &g->ships[number];
    int named = 0, count = 0;
    for (; order; order >>= 4, count++) {
        int space = nibble(order, 0) - 1;
        if (space < 0 || space >= ship->size || ship->spaces[space] == EMPTY || named >> space & 1)
            return false;
        named |= 1 << space;
    }
    return count == ship->load;
}

/* A turn besides the pass; a blue card needs what taking, loading or sailing needs. A ship in the
 * harbour finds a dock: there are five for four. */
static bool can_act(const Game *g, const Player *p) {
    if (can_take(g, p, 1) > 0)
        return true;
    for (const Ship *ship = &g->ships[1]; ship <= &g->ships[SHIPS]; ship++)
        if (ship->size && ((p->sled && ship->load < ship->size) ||
                           ship->load >= g->numbers->minimum[ship->size]))
            return true;
    return false;
}

/* One action of the seat to move (R2.1). After a refusal the game is not used again. */
static bool play(Game *g, int verb, uint32_t words) {
    Player *p = &g->seats[g->turn];
    int a = nibble(words, 0), b = nibble(words, 1), c = nibble(words, 2), d = nibble(words, 3);
    int count = 0;
    if (verb >= PLAY_LEVER && verb <= PLAY_CHISEL && --p->cards[LEVER + verb - PLAY_LEVER] < 0)
        return false;
    if (verb == TAKE || verb == PLAY_HAMMER) {
        count = can_take(g, p, verb == TAKE ? g->numbers->take : g->numbers->hammer);
        p->quarry -= count;
        p->sled += count;
    }
    switch (verb) {
    case TAKE:
        return count > 0 && end_turn(g, 0);
    case SAIL:
        return can_sail(g, a, b) && sail(g, a, b, FRONT_TO_BACK);
    case PLAY_LEVER:
        return can_sail(g, a, b) && is_order(g, a, words >> 8) && sail(g, a, b, words >> 8);
    case PASS:
        return !can_act(g, p) && end_turn(g, g->passes + 1);
    case LOAD: case PLAY_HAMMER:
        return place(g, a, b) && end_turn(g, 0);
    case PLAY_SAIL:
        return place(g, a, b) && can_sail(g, a, c) && sail(g, a, c, FRONT_TO_BACK);
    case PLAY_CHISEL:
        return place(g, a, b) && place(g, c, d) && end_turn(g, 0);
    default:
        return false;
    }
}

static inline bool apply(Game *g, uint32_t entry) {
    int verb = nibble(entry, 0), seat = nibble(entry, 1);
    uint32_t words = entry >> 8;
    if (g->awaited == TURN)
        return seat == g->turn && play(g, verb, words);
    if (g->awaited == CARD)
        return seat == g->cargo[g->arrived] && verb == CHOOSE_CARD && choose_card(g, words);
    if (g->awaited == ROUND_CARD)
        return seat == BANK && verb == REVEAL_ROUND_CARD && reveal_round_card(g, words);
    return g->awaited == MARKET_CARDS && seat == BANK && verb == DEAL_MARKET &&
           deal_market(g, words);
}

/* `points` by seat after `count` entries. -1 for a whole game, or the index of the first entry that
 * cannot stand; `count` where the game stops early. */
int verify_game(const Numbers *n, int players, const uint32_t *entries, int count,
                int32_t *points) {
    Game g = {.numbers = n, .players = players, .round = 1};
    for (int seat = 0; seat < players; seat++) {
        g.seats[seat].sled = n->starting[seat];
        g.seats[seat].quarry = n->stones - n->starting[seat];
    }
    for (int index = 0; index < count; index++)
        if (!apply(&g, entries[index]))
            return index;
    for (int seat = 0; seat < SEATS; seat++)
        points[seat] = g.seats[seat].points;
    return g.awaited == OVER ? -1 : count;
}

/* The number of games that end with the points claimed. `numbers` by players; `ends`: where the
 * entries of each game end. */
int verify_games(const Numbers *numbers, const int32_t *players, const uint32_t *entries,
                 const int32_t *ends, const int32_t *claims, int games) {
    int proven = 0;
    for (int game = 0, first = 0; game < games; first = ends[game++]) {
        int32_t points[SEATS];
        proven += verify_game(&numbers[players[game]], players[game], entries + first,
                              ends[game] - first, points) < 0 &&
                  !memcmp(points, claims + SEATS * game, sizeof points);
    }
    return proven;
}
