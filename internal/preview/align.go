package preview

// aligned puts two lists side by side, as the indexes of what belongs together, or -1
// where one has nothing. It has the fewest differences, and of those the most that is
// equal. Very long lists go by place: they would take seconds.
func aligned(before, after []string) (pairs [][2]int) {
	i, j := 0, 0
	cost := func(i, j int) int { return difference * max(len(before)-i, len(after)-j) }

	if len(before)*len(after) <= maxAligned {
		cost = costs(before, after)
	}

	isNext := func(a, b int) bool {
		return i+a <= len(before) && j+b <= len(after) && cost(i, j) == difference+cost(i+a, j+b)
	}

	for i < len(before) || j < len(after) {
		switch {
		case i < len(before) && j < len(after) && before[i] == after[j], isNext(1, 1):
			pairs, i, j = append(pairs, [2]int{i, j}), i+1, j+1
		case isNext(1, 0):
			pairs, i = append(pairs, [2]int{i, -1}), i+1
		default:
			pairs, j = append(pairs, [2]int{-1, j}), j+1
		}
	}

	return pairs
}

// maxAligned allows the API's 500 items, and a difference costs more than all that is equal.
const maxAligned, difference = 1 << 18, 1 << 20

// costs returns the lowest cost to compare the rests of two lists from an index of each.
func costs(before, after []string) func(i, j int) int {
	lowest := make([][]int, len(before)+1)
	for i := len(before); i >= 0; i-- {
		lowest[i] = make([]int, len(after)+1)
		for j := len(after); j >= 0; j-- {
			switch {
			case i == len(before), j == len(after):
				lowest[i][j] = difference * (len(before) - i + len(after) - j)
			case before[i] == after[j]:
				lowest[i][j] = lowest[i+1][j+1] - 1
			default:
				lowest[i][j] = difference + min(lowest[i+1][j+1], lowest[i+1][j], lowest[i][j+1])
			}
		}
	}

	return func(i, j int) int { return lowest[i][j] }
}
